import { type NewPayee, newPayee, type PayeeWithMoney, payeeEndpoints } from '#contract/endpoints/payees.ts';
import { SelectField, TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { callApi } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { fieldProps } from '#web/lib/use-contract-form.ts';
import { useSavedForm } from '#web/lib/use-saved-form.ts';

type Fields = NewPayee & { version?: number | undefined };

const fieldsOf = ({ kind, name, email, program_name, version }: PayeeWithMoney): Fields => ({
  kind: kind === 'gym' ? 'gym' : 'producer',
  name,
  email,
  program_name,
  version,
});

type PayeeSheetProps = {
  /** Without it, a producer or gym is added. */
  payee?: PayeeWithMoney;
  onClose: () => void;
};

export function PayeeSheet({ payee, onClose }: PayeeSheetProps) {
  const saved: Fields | undefined = payee && fieldsOf(payee);
  const { form, save } = useSavedForm({
    schema: newPayee,
    saved,
    toValues: (read) => ({
      kind: read?.kind ?? 'producer',
      name: read?.name ?? '',
      email: read?.email ?? '',
      program_name: read?.program_name ?? '',
    }),
    toBody: (values) => ({
      kind: values.kind,
      name: values.name,
      email: values.email || null,
      program_name: values.kind === 'gym' ? values.program_name : null,
    }),
    send: async ({ body, changes: { kind: _kind, program_name, ...changes }, version }) => {
      const gym = program_name ? { program_name } : {};
      const answer = payee
        ? await callApi(payeeEndpoints.changePayee, {
            params: { id: payee.id },
            body: { ...changes, ...gym, version },
          })
        : await callApi(payeeEndpoints.addPayee, { body });
      return { ...body, version: answer.version };
    },
    reload: async () => {
      const { payees } = await callApi(payeeEndpoints.listPayees);
      const found = payees.find(({ id }) => id === payee?.id);
      return found && fieldsOf(found);
    },
    onSaved: ({ name }) => {
      toast(payee ? `${name} saved` : `${name} added`);
      onClose();
    },
  });
  const isGym = form.watch('kind') === 'gym';
  return (
    <FormSheet
      title={payee ? payee.name : 'Add payee'}
      submitLabel={payee ? 'Save' : 'Add payee'}
      onClose={onClose}
      guard={save}
    >
      {!payee && (
        <SelectField
          {...fieldProps(form, 'kind')}
          label="Kind"
          hint="Photographers are added from the roster automatically."
        >
          <option value="producer">Producer</option>
          <option value="gym">Gym</option>
        </SelectField>
      )}
      <TextField {...fieldProps(form, 'name')} label="Name" maxLength={200} autoComplete="off" />
      {isGym && (
        <TextField
          {...fieldProps(form, 'program_name')}
          label="Name in running orders"
          maxLength={200}
          autoComplete="off"
          hint="It earns from albums with this name. Capital letters and accents don’t matter."
        />
      )}
      <TextField {...fieldProps(form, 'email')} label="Email" optional type="email" autoComplete="off" />
    </FormSheet>
  );
}
