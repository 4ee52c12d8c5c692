// The kinds of payees, and the states of a transfer.

export const PAYEE_KINDS = { photographer: 'Photographer', producer: 'Producer', gym: 'Gym' } as const;
export type PayeeKind = keyof typeof PAYEE_KINDS;

/** Refunds count against each of them. */
export const SHARE_BASES = {
  net_of_tax: 'Sales without tax',
  net_of_fees: 'Sales without tax and card fees',
} as const;
export type ShareBasis = keyof typeof SHARE_BASES;

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

/** Returns the next day after today that transfers go out on. */
export function nextTransferDay(schedule: PayoutSchedule, today: string): string | null {
  if (schedule === 'manual') return null;
  for (let at = Date.parse(today) + DAY_MS; ; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (isTransferDay(schedule, day)) return day;
  }
}
