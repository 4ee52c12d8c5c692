import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import {
  type Coupon,
  couponEndpoints,
  MAX_COUPON_EVENTS,
  type NewCoupon,
  newCoupon,
} from '#contract/endpoints/coupons.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { SelectField, TextAreaField, TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatDays, parseDollars, toDollars, todayIsoDate } from '#web/lib/formats.ts';
import { staffEventsQuery } from '#web/lib/staff.query.ts';
import { toast } from '#web/lib/toast.ts';
import { fieldProps } from '#web/lib/use-contract-form.ts';
import { useSavedForm } from '#web/lib/use-saved-form.ts';

type CouponSheetProps = {
  coupon: Coupon | undefined;
  onClose: () => void;
};

const CONFLICT_LABELS: Record<string, string> = { discount: 'Discount', events: 'Only at these events' };

export function CouponSheet({ coupon, onClose }: CouponSheetProps) {
  const { data: events = [] } = useQuery(staffEventsQuery);
  // Some events may be too old for the list of choices.
  const nameOf = (id: number) => [...events, ...(coupon?.events ?? [])].find((one) => one.id === id)?.name;
  const { form, save } = useSavedForm({
    schema: newCoupon,
    saved: coupon,
    toValues: (read) => (read ? toCouponValues(read) : NO_COUPON),
    toBody: toNewCoupon,
    send: ({ body, changes: { code: _code, ...changes }, version }) =>
      coupon
        ? callApi(couponEndpoints.updateCoupon, { params: { id: coupon.id }, body: { ...changes, version } })
        : callApi(couponEndpoints.createCoupon, { body }),
    reload: async () => (await callApi(couponEndpoints.listCoupons)).find(({ id }) => id === coupon?.id),
    onSaved: ({ code }) => {
      toast(coupon ? `${code} saved` : `${code} is ready to use`);
      onClose();
    },
    fieldsOf: {
      kind: ['discount'],
      percent_off: ['discount'],
      amount_off: ['discount'],
      expires_at: ['expires_on'],
    },
    labelOf: (name) => CONFLICT_LABELS[name],
    showValue: (value, name) => {
      if (name === 'discount') return discountText(value as CouponValues['discount']);
      return name === 'events' ? (value as number[]).map(nameOf).join(', ') || 'All events' : undefined;
    },
  });
  // The contract has one field per kind of coupon, and the form has one for both.
  const errors = form.formState.errors as Record<string, { message?: string } | undefined>;
  const messageOf = (...names: string[]) => names.map((name) => errors[name]?.message).find(Boolean);
  const isPercent = form.watch('discount.kind') === 'percent';
  return (
    <FormSheet
      title={coupon ? `Edit ${coupon.code}` : 'New coupon'}
      {...(coupon && {
        description: 'Changes apply to new orders. Orders that already use the code keep it.',
      })}
      submitLabel={coupon ? 'Save coupon' : 'Create coupon'}
      guard={save}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {!coupon && (
          <TextField
            {...fieldProps(form, 'code')}
            label="Code"
            autoCapitalize="characters"
            autoComplete="off"
          />
        )}
        <SelectField {...form.register('discount.kind')} label="Kind">
          <option value="percent">Percent off</option>
          <option value="fixed">Amount off</option>
        </SelectField>
        <TextField
          {...form.register('discount.off')}
          label={isPercent ? 'Percent' : 'Dollars'}
          unit={isPercent ? '%' : '$'}
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
        <TextField {...fieldProps(form, 'max_uses')} label="Total uses" optional inputMode="numeric" />
        <TextField
          {...fieldProps(form, 'max_uses_per_customer')}
          label="Uses per customer"
          optional
          inputMode="numeric"
        />
        <div className="sm:col-span-2">
          <TextField {...fieldProps(form, 'memo')} label="Purpose" optional />
        </div>
        <div className="sm:col-span-2">
          <TextAreaField
            {...fieldProps(form, 'teams')}
            label="Only for these teams"
            optional
            rows={3}
            hint="One team per line: program, team. A program alone covers all its teams."
          />
        </div>
        <div className="sm:col-span-2">
          <CouponEvents
            chosen={form.watch('events')}
            events={events}
            nameOf={nameOf}
            error={messageOf('events')}
            onChange={(events) => form.setValue('events', events, { shouldDirty: true })}
          />
        </div>
      </div>
    </FormSheet>
  );
}

type CouponEventsProps = {
  chosen: readonly number[];
  events: readonly StaffEvent[];
  nameOf: (id: number) => string | undefined;
  error: string | undefined;
  onChange: (eventIds: number[]) => void;
};

function CouponEvents({ chosen, events, nameOf, error, onChange }: CouponEventsProps) {
  return (
    <div className="grid gap-2">
      <SelectField
        label="Only at these events"
        optional
        value=""
        disabled={chosen.length >= MAX_COUPON_EVENTS}
        error={error}
        onChange={({ target }) => onChange([...chosen, Number(target.value)])}
      >
        <option value="">{chosen.length === 0 ? 'All events' : 'Add another event'}</option>
        {events
          .filter(({ id }) => !chosen.includes(id))
          .map(({ id, name, start_date, last_date }) => (
            <option key={id} value={id}>
              {name}, {formatDays(start_date, last_date)}
            </option>
          ))}
      </SelectField>
      {chosen.length > 0 && (
        <ul aria-label="Chosen events" className="flex flex-wrap gap-2">
          {chosen.map((id) => (
            <li key={id}>
              <button
                type="button"
                aria-label={`Remove ${nameOf(id)}`}
                onClick={() => onChange(chosen.filter((other) => other !== id))}
                className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-sunk px-3 text-14 font-semibold hover:text-bad desk:min-h-9"
              >
                {nameOf(id)}
                <X size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type CouponValues = {
  code: string;
  /** In percent or dollars. One value, because a number without its kind is another discount. */
  discount: { kind: NewCoupon['kind']; off: string };
  expires_on: string;
  max_uses: string;
  max_uses_per_customer: string;
  memo: string;
  /** One team per line: the program, then a comma and the team. */
  teams: string;
  events: number[];
};

export const NO_COUPON: CouponValues = {
  code: '',
  discount: { kind: 'percent', off: '' },
  expires_on: '',
  max_uses: '',
  max_uses_per_customer: '1',
  memo: '',
  teams: '',
  events: [],
};

function toCouponValues(coupon: Coupon): CouponValues {
  const { code, kind, percent_off, amount_off, expires_at, memo } = coupon;
  return {
    code,
    discount: { kind, off: kind === 'percent' ? String(percent_off) : toDollars(amount_off) },
    expires_on: expires_at ? todayIsoDate(new Date(expires_at)) : '',
    max_uses: String(coupon.max_uses ?? ''),
    max_uses_per_customer: String(coupon.max_uses_per_customer ?? ''),
    memo,
    teams: coupon.teams.map((team) => `${team.program_name}, ${team.team_name}`).join('\n'),
    events: coupon.events.map(({ id }) => id),
  };
}

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

const discountText = ({ kind, off }: CouponValues['discount']) =>
  kind === 'percent' ? `${off}%` : `$${off}`;

export function toNewCoupon({ discount: { kind, off }, expires_on, ...values }: CouponValues) {
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
    events: values.events,
  };
}
