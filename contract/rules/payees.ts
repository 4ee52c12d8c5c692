// The kinds of payees, and the states of a transfer.

import { formatCents } from './money.ts';

export const PAYEE_KINDS = { photographer: 'Photographer', producer: 'Producer', gym: 'Gym' } as const;
export type PayeeKind = keyof typeof PAYEE_KINDS;

/** Refunds count against each of them. */
export const SHARE_BASES = {
  net_of_tax: 'Sales without tax',
  net_of_fees: 'Sales without tax and card fees',
} as const;
export type ShareBasis = keyof typeof SHARE_BASES;

/** Such as "30% of sales"; several percentages are a range. */
export function describeRates(
  kind: PayeeKind,
  rates: readonly { basis_points: number | null; cents: number | null }[],
): string {
  const wording = kind === 'gym' ? 'of team sales' : 'of sales';
  const ofUnit = (unit: 'basis_points' | 'cents', write: (value: number) => string) => {
    const values = rates.flatMap((rate) => rate[unit] ?? []).sort((a, b) => a - b);
    return [...new Set([...values.slice(0, 1), ...values.slice(-1)])].map(write).join(' to ');
  };
  const percent = ofUnit('basis_points', (points) => `${points / 100}%`);
  const each = ofUnit('cents', (cents) => formatCents(cents));
  return [percent && `${percent} ${wording}`, each && `${each} an item`].filter(Boolean).join(', ');
}

export const ACCOUNT_STATES = {
  none: 'No account',
  pending: 'Started',
  ready: 'Ready',
  restricted: 'Needs attention',
} as const;
export type AccountState = keyof typeof ACCOUNT_STATES;

export const TRANSFER_METHODS = {
  connect: 'Stripe',
  file: 'Payment file',
  manual: 'Paid by hand',
} as const;
export type TransferMethod = keyof typeof TRANSFER_METHODS;

export const TRANSFER_STATES = {
  pending: 'On its way',
  paid: 'Paid',
  failed: 'Failed',
  canceled: 'Canceled',
  reversed: 'Reversed',
} as const;
export type TransferState = keyof typeof TRANSFER_STATES;

export const PAYOUT_SCHEDULES = ['manual', 'weekly', 'monthly'] as const;
type PayoutSchedule = (typeof PAYOUT_SCHEDULES)[number];

const WEEKDAY_OF_TRANSFERS = 5;

/** Weekly transfers go out on Fridays, monthly ones on the first day. `today` is a day in ISO form. */
export function isTransferDay(schedule: PayoutSchedule, today: string): boolean {
  if (schedule === 'manual') return false;
  return schedule === 'monthly'
    ? today.endsWith('-01')
    : new Date(today).getUTCDay() === WEEKDAY_OF_TRANSFERS;
}

const DAY_MS = 86_400_000;

export function nextTransferDay(schedule: PayoutSchedule, today: string): string | null {
  if (schedule === 'manual') return null;
  for (let at = Date.parse(today) + DAY_MS; ; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (isTransferDay(schedule, day)) return day;
  }
}
