// What books which accounts. Every source gives rows of day, account and cents; positive cents are debits, and each movement
// adds up to zero.
import { type RawBuilder, sql } from 'kysely';
import type { BookAccount } from '#contract/rules/books.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';

export type JournalRange = { mode: PaymentMode; timeZone: string; month: string };

type JournalSource = {
  name: string;
  /**
   * `statement`: the rows of the month that the ledger gave them. `day`: rows of all months, which may be learned late or
   * change; what a closed month does not have then counts in the first open one.
   */
  monthBy: 'statement' | 'day';
  rows: (range: JournalRange) => RawBuilder<unknown>;
};

const account = (name: BookAccount) => sql.lit(name);
const dayOf = (moment: string, { timeZone }: JournalRange) =>
  sql`(${sql.raw(moment)} at time zone ${timeZone})::date`;
const choose = (value: string, accounts: Record<string, BookAccount>) =>
  sql`case ${sql.raw(value)} ${sql.join(
    Object.entries(accounts).map(([kind, name]) => sql`when ${sql.lit(kind)} then ${account(name)}`),
    sql` `,
  )} else ${account('other')} end`;

const ACCOUNT_OF_KIND: Record<string, BookAccount> = {
  charge: 'sales',
  refund: 'refunds',
  refund_failed: 'refunds',
  dispute: 'disputes',
  dispute_won: 'disputes',
  fee: 'fees',
  dispute_fee: 'dispute_fees',
};

const ACCOUNT_OF_MOVEMENT: Record<string, BookAccount> = {
  payout: 'bank',
  payout_failure: 'bank',
  payout_cancel: 'bank',
  topup: 'bank',
  topup_reversal: 'bank',
  // The part of a payout that stays in the balance: it never moves.
  payout_minimum_balance_hold: 'clearing',
  payout_minimum_balance_release: 'clearing',
  stripe_fee: 'fees',
  stripe_fx_fee: 'fees',
  fee_credit_funding: 'fees',
  tax_fee: 'fees',
  transfer: 'payables',
  transfer_refund: 'payables',
  transfer_failure: 'payables',
  transfer_cancel: 'payables',
};

const ofMonth = ({ mode, month }: JournalRange) =>
  sql`line.mode = ${mode} and line.statement_month = ${month}`;

const DISCOUNT = sql`case line.kind when 'charge' then line.discount_cents else 0 end`;

export const JOURNAL_SOURCES: readonly JournalSource[] = [
  {
    name: 'payments',
    monthBy: 'statement',
    rows: (range) => sql`
      select ${dayOf('line.occurred_at', range)} as day, part.account, part.cents
      from ledger_lines line cross join lateral (values
        (${account('clearing')}, line.amount_cents),
        (${account('tax')}, -line.tax_cents),
        (${account('discounts')}, ${DISCOUNT}),
        (${choose('line.kind', ACCOUNT_OF_KIND)}, line.tax_cents - line.amount_cents - ${DISCOUNT})
      ) part (account, cents)
      where ${ofMonth(range)}`,
  },
  {
    name: 'photographers',
    monthBy: 'statement',
    rows: (range) => sql`
      select ${dayOf('line.occurred_at', range)} as day, part.account, part.cents
      from ledger_lines line join ledger_line_shares share on share.line_id = line.id cross join lateral (values
        (${account('commissions')}, share.earned_cents),
        (${account('payables')}, -share.earned_cents)
      ) part (account, cents)
      where ${ofMonth(range)}`,
  },
  {
    name: 'payees',
    monthBy: 'statement',
    rows: (range) => sql`
      select ${dayOf('line.occurred_at', range)} as day, part.account, part.cents
      from payee_lines line cross join lateral (values
        (${account('commissions')}, line.amount_cents),
        (${account('payables')}, -line.amount_cents)
      ) part (account, cents)
      where ${ofMonth(range)} and line.rule_id is not null`,
  },
  {
    // The other transfers are movements at the card provider.
    name: 'payments to payees',
    monthBy: 'day',
    rows: (range) => sql`
      select ${dayOf('moved.moment', range)} as day, part.account, part.cents
      from transfers transfer cross join lateral (
        select transfer.paid_at, transfer.amount_cents
        union all select came_back_at, -amount_cents from transfer_reversals where transfer_id = transfer.id
      ) moved (moment, cents) cross join lateral (values
        (${account('payables')}, moved.cents),
        (${account('payments')}, -moved.cents)
      ) part (account, cents)
      where transfer.mode = ${range.mode} and transfer.method <> 'connect' and moved.moment is not null`,
  },
  {
    // An album or photo that is a gift is a sale once its recipient has it, whatever else of the order still waits.
    name: 'gifts',
    monthBy: 'day',
    rows: (range) => sql`
      select ${dayOf('part.moment', range)} as day, part.account, part.cents
      from orders join ledger_lines line on line.order_id = orders.id cross join lateral (
        select line.amount_cents - line.tax_cents as cents, (select min(created_at) from entitlements
          where order_line_id = line.order_line_id) as delivered_at) net cross join lateral (values
        (line.occurred_at, ${account('sales')}, net.cents),
        (line.occurred_at, ${account('gifts')}, -net.cents),
        (net.delivered_at, ${account('sales')}, -net.cents),
        (net.delivered_at, ${account('gifts')}, net.cents)
      ) part (moment, account, cents)
      where orders.is_gift and line.mode = ${range.mode} and line.kind not in ('fee', 'dispute_fee')
        and (net.delivered_at is null or line.occurred_at < net.delivered_at)
        and part.moment is not null`,
  },
  {
    // The ledger has what belongs to an order: these are payouts, and fees of the account.
    name: 'provider',
    monthBy: 'day',
    rows: (range) => sql`
      select ${dayOf('txn.created_at', range)} as day, part.account, part.cents
      from balance_transactions txn cross join lateral (values
        (${account('clearing')}, txn.net_cents),
        (${account('fees')}, txn.fee_cents),
        (${choose('txn.type', ACCOUNT_OF_MOVEMENT)}, -txn.amount_cents)
      ) part (account, cents)
      where txn.mode = ${range.mode} and txn.order_id is null and txn.booked_at is not null and txn.currency = 'usd'`,
  },
];
