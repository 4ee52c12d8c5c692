import { useQueryClient } from '@tanstack/react-query';
import { couponEndpoints, type NewCoupon, newCoupon } from '#contract/endpoints/coupons.ts';
import { SelectField, TextAreaField, TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { callApi } from '#web/lib/api.ts';
import { parseDollars, todayIsoDate } from '#web/lib/formats.ts';
import { useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { couponsQuery } from './settings.query.ts';

export function CouponSheet({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useContractForm({ schema: newCoupon, defaultValues: NO_COUPON, toBody: toNewCoupon });
  const create = useFormMutation(form, {
    send: (body) => callApi(couponEndpoints.createCoupon, { body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: couponsQuery.queryKey });
      onClose();
    },
  });
  // The contract has one field per kind of coupon, and the form has one for both.
  const errors = form.formState.errors as Record<string, { message?: string } | undefined>;
  const messageOf = (...names: string[]) => names.map((name) => errors[name]?.message).find(Boolean);
  const isPercent = form.watch('kind') === 'percent';
  return (
    <FormSheet
      title="New coupon"
      description="A coupon cannot be edited later. You can end it and create a new one."
      submitLabel="Create coupon"
      isBusy={create.isPending}
      failure={create.failure}
      onSubmit={create.submit}
      onClose={onClose}
      guard={create}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...form.register('code')}
          label="Code"
          autoCapitalize="characters"
          autoComplete="off"
          error={messageOf('code')}
        />
        <SelectField {...form.register('kind')} label="Kind">
          <option value="percent">Percent off</option>
          <option value="fixed">Amount off</option>
        </SelectField>
        <TextField
          {...form.register('off')}
          label={isPercent ? 'Percent' : 'Dollars'}
          inputMode="decimal"
          error={messageOf('percent_off', 'amount_off')}
        />
        <TextField
          {...form.register('expires_on')}
          label="Last day"
          optional
          type="date"
          min={todayIsoDate()}
          error={messageOf('expires_at')}
        />
        <TextField
          {...form.register('max_uses')}
          label="Total uses"
          optional
          inputMode="numeric"
          error={messageOf('max_uses')}
        />
        <TextField
          {...form.register('max_uses_per_customer')}
          label="Uses per customer"
          optional
          inputMode="numeric"
          error={messageOf('max_uses_per_customer')}
        />
        <div className="sm:col-span-2">
          <TextField {...form.register('memo')} label="Purpose" optional error={messageOf('memo')} />
        </div>
        <div className="sm:col-span-2">
          <TextAreaField
            {...form.register('teams')}
            label="Only for these teams"
            optional
            rows={3}
            hint="One team per line: program, team. A program alone covers all its teams."
            error={messageOf('teams')}
          />
        </div>
      </div>
    </FormSheet>
  );
}

type CouponValues = {
  code: string;
  kind: NewCoupon['kind'];
  off: string;
  expires_on: string;
  max_uses: string;
  max_uses_per_customer: string;
  memo: string;
  /** One team per line: the program, then a comma and the team. */
  teams: string;
};

export const NO_COUPON: CouponValues = {
  code: '',
  kind: 'percent',
  off: '',
  expires_on: '',
  max_uses: '',
  max_uses_per_customer: '1',
  memo: '',
  teams: '',
};

const countOrNull = (typed: string) => {
  const trimmed = typed.trim();
  if (trimmed === '') return null;
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : trimmed;
};

/** A coupon ends at midnight in the time zone of the person who creates it. */
function endOfDay(isoDate: string): string | null {
  if (!isoDate) return null;
  const end = new Date(`${isoDate}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? isoDate : end.toISOString();
}

/** A line without a comma names a program with all its teams. */
function readTeams(typed: string) {
  const lines = typed.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).map((line) => {
    const [program = '', ...team] = line.split(',');
    return { program_name: program.trim(), team_name: team.join(',').trim() };
  });
}

export function toNewCoupon({ off, kind, expires_on, ...values }: CouponValues) {
  return {
    code: values.code,
    kind,
    percent_off: kind === 'percent' ? countOrNull(off) : null,
    amount_off: kind === 'fixed' ? (parseDollars(off) ?? (off || null)) : null,
    expires_at: endOfDay(expires_on),
    max_uses: countOrNull(values.max_uses),
    max_uses_per_customer: countOrNull(values.max_uses_per_customer),
    memo: values.memo,
    teams: readTeams(values.teams),
  };
}
