import type { Context } from '#server/context.ts';
import { findLinesOff } from '#server/modules/orders/ledger/check-lines.ts';
import { findFeesOff } from '#server/modules/orders/payouts/check-fees.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import type { BalanceLine } from '#server/platform/payments/payment-types.ts';
import { listLedgerEntries } from './ledger.queries.ts';

const WINDOW_MINUTES = 8 * 24 * 60;
/** Newer entries are compared the next night, because their counterparts may still be on the way. */
const SETTLING_MINUTES = 30;
const MOST_NAMED = 20;
const CUSTOMER_MONEY = ['charge', 'payment', 'refund', 'payment_refund', 'refund_failure', 'adjustment'];

/** A difference fails the job, which shows it to staff. */
export async function checkLedger(context: Pick<Context, 'db' | 'payments' | 'clock'>): Promise<void> {
  const differences = await findLedgerDifferences(context, SETTLING_MINUTES);
  if (differences.length > 0) {
    throw new Error(
      `${differences.length} differences to the provider's balance: ${differences.slice(0, MOST_NAMED).join('; ')}`,
    );
  }
  const fees = await findFeesOff(context);
  if (fees.length > 0) throw new Error(`fees differ from the provider's: ${fees.join('; ')}`);
  const off = await findLinesOff(context, SETTLING_MINUTES);
  if (off.length > 0) throw new Error(`ledger entries differ from their lines: ${off.join('; ')}`);
}

/** Compares our ledger with the provider's balance, by charge or refund. */
export async function findLedgerDifferences(
  { db, payments, clock }: Pick<Context, 'db' | 'payments' | 'clock'>,
  settlingMinutes: number,
): Promise<string[]> {
  const now = clock.now();
  const until = minutesFrom(now, -settlingMinutes);
  const since = minutesFrom(now, -WINDOW_MINUTES);
  const slack = minutesFrom(since, -SETTLING_MINUTES);
  const lines = (await payments.listBalance(slack)).filter(isCustomerMoney);
  const entries = await listLedgerEntries(db, payments.mode, slack);
  const theirs = sumById(lines.map((line) => [line.sourceId, line.amountCents]));
  const ours = sumById(entries.map((entry) => [entry.externalId, entry.amountCents]));
  const isDue = (moment: Date) => moment >= since && moment <= until;
  const due = new Set([
    ...lines.flatMap((line) => (isDue(line.createdAt) ? [line.sourceId] : [])),
    ...entries.flatMap((entry) => (isDue(new Date(entry.createdAt)) ? [entry.externalId] : [])),
  ]);
  return [...due].flatMap((id) => {
    const [own = 0, provider = 0] = [ours.get(id), theirs.get(id)];
    return own === provider ? [] : [`${id}: ours ${own}, the provider's ${provider}`];
  });
}

function isCustomerMoney(line: BalanceLine): boolean {
  return CUSTOMER_MONEY.includes(line.type);
}

function sumById(amounts: [string, number][]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [id, amount] of amounts) sums.set(id, (sums.get(id) ?? 0) + amount);
  return sums;
}
