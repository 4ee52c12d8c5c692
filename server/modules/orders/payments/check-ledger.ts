import type { Context } from '#server/context.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database.ts';
import type { BalanceLine, PaymentMode } from '#server/platform/payments/payment-types.ts';

const WINDOW_MINUTES = 8 * 24 * 60;
/** Money that moves while we look is compared the next night. */
const SETTLING_MINUTES = 30;

type Sums = Map<string, number>;

/** Our ledger against the provider's balance, by charge or refund. A difference fails the job: staff see it. */
export async function checkLedger(context: Context): Promise<void> {
  const differences = await findLedgerDifferences(context, SETTLING_MINUTES);
  if (differences.length > 0) {
    throw new Error(
      `${differences.length} differences to the provider's balance: ${differences.slice(0, 20).join('; ')}`,
    );
  }
}

export async function findLedgerDifferences(
  { db, payments, clock }: Pick<Context, 'db' | 'payments' | 'clock'>,
  settlingMinutes: number,
): Promise<string[]> {
  const now = clock.now();
  const until = minutesFrom(now, -settlingMinutes);
  const since = minutesFrom(now, -WINDOW_MINUTES);
  const slack = minutesFrom(since, -SETTLING_MINUTES);
  const lines = await payments.listBalance(slack);
  const entries = await listEntries(db, payments.mode, slack);
  const theirs = sumUp(lines.filter(isOurBusiness).map((line) => [line.sourceId, line.amountCents]));
  const ours = sumUp(entries.map((entry) => [entry.externalId, entry.amountCents]));
  const isDue = (moment: Date) => moment >= since && moment <= until;
  const due = new Set([
    ...lines.flatMap((line) => (isOurBusiness(line) && isDue(line.createdAt) ? [line.sourceId] : [])),
    ...entries.flatMap((entry) => (isDue(new Date(entry.createdAt)) ? [entry.externalId] : [])),
  ]);
  return [...due].flatMap((id) => {
    const [own = 0, provider = 0] = [ours.get(id), theirs.get(id)];
    return own === provider ? [] : [`${id}: ours ${own}, the provider's ${provider}`];
  });
}

const MONEY_OF_BUYERS = ['charge', 'payment', 'refund', 'payment_refund', 'refund_failure', 'adjustment'];

function isOurBusiness(line: BalanceLine): boolean {
  return MONEY_OF_BUYERS.includes(line.type);
}

function sumUp(amounts: [string, number][]): Sums {
  const sums: Sums = new Map();
  for (const [id, amount] of amounts) sums.set(id, (sums.get(id) ?? 0) + amount);
  return sums;
}

function listEntries(db: Db, mode: PaymentMode, since: Date) {
  return db
    .selectFrom('ledgerEntries')
    .select(['externalId', 'amountCents', 'createdAt'])
    .where('mode', '=', mode)
    .where('createdAt', '>=', since.toISOString())
    .execute();
}
