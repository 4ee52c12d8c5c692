import { z } from 'zod';
import { guessLimit, linkToken } from '#contract/entities/links.ts';
import { balance } from '#contract/entities/staff-rows.ts';
import { endpointsOf } from '../endpoint.ts';
import {
  cents,
  count,
  email,
  fromDigits,
  grossCents,
  id,
  idInPath,
  idParams,
  isoDate,
  isoTimestamp,
  keysOf,
  requiredText,
  text,
  version,
} from '../primitives.ts';
import {
  ACCOUNT_STATES,
  PAYEE_KINDS,
  PAYOUT_SCHEDULES,
  TRANSFER_METHODS,
  TRANSFER_STATES,
} from '../rules/payees.ts';
import { issuedStatement } from './statements.ts';

const endpoint = endpointsOf('Payees');

export const MAX_PAYEES = 5_000;
export const TRANSFERS_SHOWN = 200;

const name = requiredText(200);

export const newPayee = z
  .strictObject({
    kind: z.enum(['producer', 'gym']),
    name,
    email: email.nullable().default(null),
    /** Needed for a gym: its name in running orders, which its albums carry. */
    program_name: name.nullable().default(null),
  })
  .refine(({ kind, program_name }) => (kind === 'gym') === (program_name !== null), {
    path: ['program_name'],
    message: 'Enter the name that running orders give the gym',
  });
export type NewPayee = z.output<typeof newPayee>;

const payeeChange = z
  .strictObject({ name, email: email.nullable(), program_name: name, has_left: z.boolean(), version })
  .partial();
export type PayeeChange = z.output<typeof payeeChange>;

const payee = z.object({
  id,
  version,
  kind: keysOf(PAYEE_KINDS),
  photographer: id.nullable(),
  name: z.string(),
  email: z.string().nullable(),
  program_name: z.string().nullable(),
  account: keysOf(ACCOUNT_STATES),
  left_at: isoTimestamp.nullable(),
  /** Until when the link that staff made for them works, if one does. */
  link_until: isoTimestamp.nullable(),
});

const money = {
  earned_this_month: balance,
  /** Everything earned less everything sent. Negative: it comes off what they earn next. */
  balance,
  /** Sales that are younger than the hold, and the day on which the last of them can be paid. */
  held: balance,
  held_until: isoDate.nullable(),
  /** What can be sent now; never negative. */
  owed: grossCents,
  /** Sent, and not confirmed yet. */
  under_way: grossCents,
};

/** Of a photographer, the rate of the roster; of others, the shares that events give them today, each once. */
const rates = z.array(z.object({ basis_points: count.nullable(), cents: cents.nullable() }));
const payeeWithMoney = payee.extend({ ...money, rates });
export type PayeeWithMoney = z.output<typeof payeeWithMoney>;

const transfer = z.object({
  id,
  payee: id,
  payee_name: z.string(),
  email: z.string().nullable(),
  amount: grossCents,
  reversed: grossCents,
  method: keysOf(TRANSFER_METHODS),
  state: keysOf(TRANSFER_STATES),
  reference: z.string(),
  failure: z.string().nullable(),
  note: z.string().nullable(),
  is_reversing: z.boolean(),
  created_at: isoTimestamp,
  paid_at: isoTimestamp.nullable(),
});
export type TransferRow = z.output<typeof transfer>;

const payouts = z.object({
  payees: z.array(payeeWithMoney),
  /** The next day that scheduled transfers go out on. */
  next_day: isoDate.nullable(),
  schedule: z.enum(PAYOUT_SCHEDULES),
  hold_days: count,
  minimum: count,
  paid_this_year: balance,
  /** Differences that the nightly comparison found. */
  cases: z.array(
    z.object({ id, payee: id.nullable(), amount: balance, problem: z.string(), since: isoTimestamp }),
  ),
});
export type PayoutsOverview = z.output<typeof payouts>;

const preview = z.object({
  payee: payeeWithMoney,
  /** Add up to what was earned: the latest months, and everything before as one line without a month. */
  earned: z.array(z.object({ month: z.string().nullable(), amount: balance })),
  /** Everything sent, less what came back. */
  sent: balance,
  held: balance,
  /** Matured money that an earlier loss has used up. */
  pays_now: grossCents,
});
export type PayPreview = z.output<typeof preview>;

const taxYear = z.object({
  year: count,
  rows: z.array(
    z.object({
      payee: id,
      kind: keysOf(PAYEE_KINDS),
      name: z.string(),
      email: z.string().nullable(),
      paid: balance,
    }),
  ),
});
export type TaxYear = z.output<typeof taxYear>;

/** The page that a payee opens by their secret link. */
const payoutAccount = z.object({
  /** Null if nobody is paid by this link. */
  account: keysOf(ACCOUNT_STATES).nullable(),
  /** A one-time address at Stripe, present if they asked to connect a bank account. */
  url: z.string().nullable(),
  /** The newest statements of closed months. */
  statements: z.array(issuedStatement),
});
export type PayoutAccount = z.output<typeof payoutAccount>;

/** A photographer has a pass, a producer a cockpit, and everybody the page that staff send them. */
const byLink = { by: z.enum(['pass', 'cockpit', 'payee']), token: linkToken };
export type PayeeLink = z.output<z.ZodObject<typeof byLink>>;
const linkLimits = [
  ...guessLimit('payee-link'),
  { name: 'payout-account', per: 'address', max: 300, minutes: 60 },
] as const;

const access = 'payouts';

export const payeeEndpoints = {
  listPayees: endpoint('GET /payees', {
    access,
    summary: 'List who is owed what, and what the nightly comparison found',
    response: payouts,
  }),
  addPayee: endpoint('POST /payees', {
    access,
    summary: `Add a producer or gym (at most ${MAX_PAYEES}); photographers come from the roster`,
    body: newPayee,
    response: payee,
  }),
  changePayee: endpoint('PUT /payees/:id', {
    access,
    summary: 'Edit or archive a producer or gym',
    params: idParams,
    body: payeeChange,
    response: payee,
  }),
  onboardPayee: endpoint('POST /payees/:id/onboarding', {
    access,
    summary: "Create a payee's secret link, where they connect a bank account and find their statements",
    params: idParams,
    response: z.object({ url: z.string() }),
  }),
  endPayeeLinks: endpoint('POST /payees/:id/links/end', {
    access,
    summary: 'End the secret links that were made for a payee at once',
    params: idParams,
    response: payee,
  }),
  payoutAccount: endpoint('POST /payout-account', {
    access: 'public',
    summary: 'Get whether a payee has connected a bank account, and where to do it',
    body: z.strictObject({ ...byLink, begin: z.boolean().default(false) }),
    limits: linkLimits,
    response: payoutAccount,
  }),
  statementOfPayee: endpoint('POST /payout-account/statement', {
    access: 'public',
    summary: 'Get a monthly statement of a payee as a PDF file, named as in their list',
    body: z.strictObject({ ...byLink, number: id }),
    limits: linkLimits,
    raw: true,
  }),
  previewPayment: endpoint('GET /payees/:id/payment', {
    access,
    summary: 'Preview what paying now would send, line by line',
    params: idParams,
    response: preview,
  }),
  payPayee: endpoint('POST /payees/:id/payment', {
    access,
    summary: 'Pay what is owed now: by transfer, in the next payment file, or as paid by hand',
    params: idParams,
    body: z.strictObject({
      /** The amount in the preview. The call is refused if it has changed since. */
      amount: grossCents.min(1),
      method: keysOf(TRANSFER_METHODS),
      note: text(300).optional(),
    }),
    response: transfer,
  }),
  listTransfers: endpoint('GET /transfers', {
    access,
    summary: `The newest ${TRANSFERS_SHOWN} transfers, of one payee or of all; every one that is pending if asked for`,
    query: z.strictObject({
      payee: idInPath.optional(),
      state: keysOf(TRANSFER_STATES).optional(),
    }),
    response: z.array(transfer),
  }),
  settleTransfer: endpoint('POST /transfers/:id/settle', {
    access,
    summary: 'Mark a transfer of a payment file as paid, or take it out of the file',
    params: idParams,
    body: z.strictObject({ how: z.enum(['paid', 'canceled']) }),
    response: transfer,
  }),
  reverseTransfer: endpoint('POST /transfers/:id/reverse', {
    access,
    summary: 'Take a transfer back; it is owed again once the money is here',
    params: idParams,
    response: transfer,
  }),
  taxYear: endpoint('GET /payees/paid/:year', {
    access,
    summary: 'List what each payee was paid in a calendar year, for Form 1099-NEC',
    params: z.strictObject({ year: fromDigits(z.int().min(2000).max(2100)) }),
    response: taxYear,
  }),
};
