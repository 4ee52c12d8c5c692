import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { type ShareRuleRow, shareRuleEndpoints } from '#contract/endpoints/share-rules.ts';
import { formatCents } from '#contract/rules/money.ts';
import { PAYEE_KINDS, SHARE_BASES, type ShareBasis } from '#contract/rules/payees.ts';
import { Button } from '#web/components/button.tsx';
import { SelectField, TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatDay, parseDollars } from '#web/lib/formats.ts';
import { toast } from '#web/lib/toast.ts';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { payeesQuery, rulesQuery } from './payees.query.ts';

/** The producers and gyms that share an event's sales beside its photographers. */
export function ShareRulesPanel({ eventId }: { eventId: number }) {
  const query = useQuery(rulesQuery(eventId));
  const [isAdding, setIsAdding] = useState(false);
  return (
    <SectionCard
      title="Producer and gym shares"
      intro="A share applies to sales from its first day. To change or end one, set it again from a later day."
      aside={
        <Button kind="line" size="small" onClick={() => setIsAdding(true)}>
          Set a share
        </Button>
      }
    >
      <QueryState query={query} loading={<Skeleton label="Loading shares" className="h-20" />}>
        {(rules) =>
          rules.length === 0 ? (
            <p className="text-15 text-ink-2">Nobody else shares the sales of this event.</p>
          ) : (
            <ul aria-label="Shares">
              {rules.map((rule) => (
                <li
                  key={rule.id}
                  className="flex flex-wrap justify-between gap-x-3 border-line border-t py-3 text-14"
                >
                  <span className={rule.is_in_force ? 'font-[650]' : 'text-ink-2'}>
                    {rule.payee_name}: {shareOf(rule)}
                  </span>
                  <span className="text-13 text-ink-2">
                    {PAYEE_KINDS[rule.kind]}
                    {rule.program_name && `, albums of ${rule.program_name}`}, from{' '}
                    {formatDay(rule.from_date)}
                    {rule.is_in_force && ', now'}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      {isAdding && <ShareSheet eventId={eventId} onClose={() => setIsAdding(false)} />}
    </SectionCard>
  );
}

function shareOf({ basis_points, cents, basis }: ShareRuleRow): string {
  if (cents !== null) return `${formatCents(cents)} for each item sold`;
  return `${(basis_points ?? 0) / 100}% of ${SHARE_BASES[basis].toLowerCase()}`;
}

const schema = z.object({
  payee: z.int({ error: 'Choose a payee' }).positive(),
  basis_points: z.int({ error: 'Enter a percentage or an amount' }).min(0).max(1_000_000),
  unit: z.enum(['percent', 'cents']),
  basis: z.enum(Object.keys(SHARE_BASES) as [ShareBasis, ...ShareBasis[]]),
  from_date: z.string().optional(),
});

function ShareSheet({ eventId, onClose }: { eventId: number; onClose: () => void }) {
  const { data } = useQuery(payeesQuery);
  const form = useContractForm({
    schema,
    defaultValues: { payee: '', basis_points: '', unit: 'percent', basis: 'net_of_tax', from_date: '' },
    toBody: (values) => ({
      payee: Number(values.payee) || undefined,
      basis_points: parseDollars(values.basis_points.replace('%', '')) ?? undefined,
      unit: values.unit,
      basis: values.basis,
      from_date: values.from_date || undefined,
    }),
  });
  const queryClient = useQueryClient();
  const save = useFormMutation(form, {
    send: ({ payee, basis_points: amount, unit, basis, from_date }: z.output<typeof schema>) =>
      callApi(shareRuleEndpoints.addShareRule, {
        params: { id: eventId },
        body: {
          payee,
          basis,
          ...(unit === 'percent' ? { basis_points: amount } : { cents: amount }),
          ...(from_date ? { from_date } : {}),
        },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['staff'] });
      toast('Share set');
      onClose();
    },
  });
  const payees =
    data?.payees.filter(({ photographer, left_at }) => photographer === null && left_at === null) ?? [];
  return (
    <FormSheet title="Set a share" submitLabel="Set share" onClose={onClose} guard={save}>
      <SelectField
        {...fieldProps(form, 'payee')}
        label="Payee"
        hint={payees.length === 0 && 'Add producers and gyms under Payouts first.'}
      >
        <option value="">Choose somebody</option>
        {payees.map(({ id, name, kind }) => (
          <option key={id} value={id}>
            {name} ({PAYEE_KINDS[kind].toLowerCase()})
          </option>
        ))}
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...fieldProps(form, 'basis_points')}
          label="Share"
          unit={form.watch('unit') === 'percent' ? '%' : '$'}
          hint="0 ends it."
        />
        <SelectField {...fieldProps(form, 'unit')} label="Unit">
          <option value="percent">Percent</option>
          <option value="cents">Dollars for each item sold</option>
        </SelectField>
      </div>
      <SelectField {...fieldProps(form, 'basis')} label="Of">
        {Object.entries(SHARE_BASES).map(([basis, label]) => (
          <option key={basis} value={basis}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        {...fieldProps(form, 'from_date')}
        label="From"
        type="date"
        optional
        hint="Today if empty. Earlier sales keep their share."
      />
    </FormSheet>
  );
}
