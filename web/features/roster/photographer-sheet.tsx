import {
  MAX_OTHER_NAMES,
  newPhotographer,
  type Photographer,
  rosterEndpoints,
} from '#contract/endpoints/roster.ts';
import { TextAreaField, TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { callApi } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { fieldProps } from '#web/lib/use-contract-form.ts';
import { useSavedForm } from '#web/lib/use-saved-form.ts';
import { readRate } from './roster.query.ts';

type PhotographerSheetProps = {
  /** Without it, somebody new is added. */
  person?: Photographer;
  onClose: () => void;
};

export function PhotographerSheet({ person, onClose }: PhotographerSheetProps) {
  const { form, save } = useSavedForm({
    schema: newPhotographer,
    saved: person,
    toValues: (read) => ({
      name: read?.name ?? '',
      email: read?.email ?? '',
      phone: read?.phone ?? '',
      default_rate_basis_points: read ? String(read.default_rate_basis_points / 100) : '',
      other_names: read?.other_names.join('\n') ?? '',
    }),
    toBody: (values) => ({
      name: values.name,
      email: values.email || null,
      phone: values.phone || null,
      default_rate_basis_points: readRate(values.default_rate_basis_points) ?? undefined,
      other_names: values.other_names.split('\n').filter((name) => name.trim()),
    }),
    send: ({ body, changes, version }) =>
      person
        ? callApi(rosterEndpoints.changePhotographer, {
            params: { id: person.id },
            body: { ...changes, version },
          })
        : callApi(rosterEndpoints.addPhotographer, { body }),
    reload: async () =>
      (await callApi(rosterEndpoints.listPhotographers)).find(({ id }) => id === person?.id),
    onSaved: ({ name }) => {
      toast(person ? `${name} saved` : `${name} is on the roster`);
      onClose();
    },
  });
  return (
    <FormSheet
      title={person ? person.name : 'Add photographer'}
      submitLabel={person ? 'Save' : 'Add photographer'}
      onClose={onClose}
      guard={save}
    >
      <TextField {...fieldProps(form, 'name')} label="Name" maxLength={80} autoComplete="off" />
      <TextField
        {...fieldProps(form, 'default_rate_basis_points')}
        label="Usual rate, percent of sales"
        optional={!person}
        unit="%"
        hint={
          person
            ? 'A new rate applies to sales from now on. Earlier sales keep theirs.'
            : 'If empty: the rate in Settings. Each event can have its own.'
        }
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...fieldProps(form, 'email')} label="Email" optional type="email" autoComplete="off" />
        <TextField {...fieldProps(form, 'phone')} label="Phone" optional type="tel" autoComplete="off" />
      </div>
      <TextAreaField
        {...fieldProps(form, 'other_names')}
        label="Other credits"
        optional
        rows={3}
        hint={`How cameras spell the name, one per line, up to ${MAX_OTHER_NAMES}. Capitals and accents don’t matter.`}
      />
    </FormSheet>
  );
}
