import { sql } from 'kysely';
import { formatCents, sumCents } from '#contract/rules/money.ts';
import type { Context } from '#server/context.ts';
import type { ProviderTransfer } from '#server/platform/payments/payment-types.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { syncTransfer } from './execute-transfer.ts';

// Compares, every night, what the ledger gives to payees, what was transferred and what the provider's balance says. Every
// cent of difference is a case that staff see until a later night no longer finds it.

const DAY_MINUTES = 24 * 60;
const WINDOW_MINUTES = 35 * DAY_MINUTES;
/** Newer movements are compared the next night, because their counterparts may still be on the way. */
const SETTLING_MINUTES = 30;
const MAX_CASES = 200;

type Difference = { key: string; payeeId: number | null; amountCents: number; problem: string };

export async function compareTransfers(context: Context): Promise<void> {
  const since = minutesFrom(context.clock.now(), -WINDOW_MINUTES);
  const theirs = await context.payments.listTransfers(since);
  // A transfer whose event or answer was lost is no difference, so it is synced first.
  for (const { transferId, transferKey } of theirs) if (transferKey) await syncTransfer(context, transferId);
  await saveCases(context, [
    ...(await compareWithProvider(context, theirs, since)),
    ...(await compareWithBalance(context, theirs, since)),
    ...(await compareWithLedger(context)),
  ]);
}

async function compareWithProvider(
  { db, payments, clock }: Pick<Context, 'db' | 'payments' | 'clock'>,
  theirs: readonly ProviderTransfer[],
  since: Date,
): Promise<Difference[]> {
  const until = minutesFrom(clock.now(), -SETTLING_MINUTES);
  const rows = await db
    .selectFrom('transfers')
    .selectAll()
    .where('mode', '=', payments.mode)
    .where('method', '=', 'connect')
    // Theirs may be up to a day younger than ours.
    .where('createdAt', '>=', minutesFrom(since, -DAY_MINUTES).toISOString())
    .execute();
  const accounts = await db
    .selectFrom('payees')
    .select(['id', 'accountId'])
    .where('accountMode', '=', payments.mode)
    .execute();
  const payeeOf = new Map(accounts.map(({ id, accountId }) => [accountId, id]));
  const ours = new Map(rows.map((row) => [row.externalId ?? row.key, row]));
  const byId = new Map(theirs.map((one) => [one.transferId, one]));
  const lost = theirs.flatMap((one): Difference[] => {
    const own = ours.get(one.transferId);
    const payeeId = own?.payeeId ?? payeeOf.get(one.accountId) ?? null;
    // Transfers to others on the same account of the provider are no business of the shop.
    if (payeeId === null) return [];
    const sent = one.amountCents - one.reversedCents;
    const counted = own && own.paidAt !== null ? own.amountCents - own.reversedCents : 0;
    if (sent === counted) return [];
    const problem = `Transfer ${one.transferId} is ${formatCents(counted)} here and ${formatCents(sent)} at the card provider`;
    return [{ key: `transfer:${one.transferId}`, payeeId, amountCents: sent - counted, problem }];
  });
  const missing = rows.flatMap((row): Difference[] => {
    const madeAt = new Date(row.createdAt);
    const isCounted = row.paidAt !== null && madeAt >= since && madeAt <= until;
    if (!isCounted || byId.has(row.externalId ?? '')) return [];
    const amountCents = 0 - (row.amountCents - row.reversedCents);
    const problem = `Transfer ${row.id} is paid here, and the card provider doesn’t know it`;
    return [{ key: `missing:${row.id}`, payeeId: row.payeeId, amountCents, problem }];
  });
  return [...lost, ...missing];
}

/** The balance of the provider moves by every transfer and every reversal. A transfer names its newest reversals only. */
async function compareWithBalance(
  { payments, clock }: Pick<Context, 'payments' | 'clock'>,
  theirs: readonly ProviderTransfer[],
  since: Date,
): Promise<Difference[]> {
  const until = minutesFrom(clock.now(), -SETTLING_MINUTES);
  const moved = new Map<string, number>();
  for (const line of await payments.listBalance(since)) {
    if (!line.type.startsWith('transfer')) continue;
    moved.set(line.sourceId, (moved.get(line.sourceId) ?? 0) + line.amountCents);
  }
  const settled = theirs.filter(({ createdAt, transferKey }) => createdAt <= until && transferKey !== null);
  return settled.flatMap(({ transferId, amountCents, reversals }): Difference[] => {
    const sources = [transferId, ...reversals.map(({ reversalId }) => reversalId)];
    const balance = sources.reduce((sum, source) => sum + (moved.get(source) ?? 0), 0);
    const expected = sumCents(reversals.map((one) => one.amountCents)) - amountCents;
    if (balance === expected) return [];
    const problem = `Transfer ${transferId} moved the balance at the card provider by ${formatCents(balance)} instead of ${formatCents(expected)}`;
    return [{ key: `balance:${transferId}`, payeeId: null, amountCents: balance - expected, problem }];
  });
}

/** Photographers get what their shares say, and all parts of a sale together never more than what is left of it. */
async function compareWithLedger({ db }: Pick<Context, 'db'>): Promise<Difference[]> {
  const { rows: shares } = await sql<{ lineId: number; payeeId: number; off: number }>`
    select own.ledger_line_id as line_id, own.payee_id, (own.amount_cents - coalesce(share.earned_cents, 0))::bigint as off
    from payee_lines own left join ledger_line_shares share
      on share.line_id = own.ledger_line_id and share.photographer = own.credit
    where own.credit is not null and own.amount_cents <> coalesce(share.earned_cents, 0)
    order by own.id limit ${MAX_CASES}`.execute(db);
  const { rows: sales } = await sql<{ orderLineId: number; off: number }>`
    with parts as (
      select line.order_line_id, sum(own.amount_cents) as cents from payee_lines own
        join ledger_lines line on line.id = own.ledger_line_id group by 1)
    select parts.order_line_id, (parts.cents - whole.cents)::bigint as off
    from parts, lateral (
      select greatest(0, sum(amount_cents - tax_cents)) as cents from ledger_lines line
      where line.order_line_id = parts.order_line_id and line.kind not in ('fee', 'dispute_fee')) whole
    where parts.cents > whole.cents order by 1 limit ${MAX_CASES}`.execute(db);
  return [
    ...shares.map(({ lineId, payeeId, off: amountCents }) => ({
      key: `share:${lineId}:${payeeId}`,
      payeeId,
      amountCents,
      problem: `The payee’s part of ledger line ${lineId} differs from the ledger`,
    })),
    ...sales.map(({ orderLineId, off: amountCents }) => ({
      key: `sale:${orderLineId}`,
      payeeId: null,
      amountCents,
      problem: `The parts of order line ${orderLineId} are more than what is left of it`,
    })),
  ];
}

async function saveCases(
  { db, payments, clock }: Context,
  differences: readonly Difference[],
): Promise<void> {
  const now = clock.now();
  const found = differences.slice(0, MAX_CASES);
  const keys = found.map(({ key }) => key);
  await sql`
    update payee_cases set closed_at = ${now}
    where mode = ${payments.mode} and closed_at is null and not key = any(${keys}::text[])`.execute(db);
  for (const difference of found) {
    await db
      .insertInto('payeeCases')
      .values({ ...difference, mode: payments.mode, createdAt: now })
      .onConflict((conflict) =>
        conflict
          .columns(['mode', 'key'])
          .where('closedAt', 'is', null)
          .doUpdateSet({ amountCents: difference.amountCents, problem: difference.problem }),
      )
      .execute();
  }
}
