import type { Context } from '#server/context.ts';
import type { BalanceLine } from '#server/platform/payments/payment-types.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { listLedgerEntries } from './ledger.ts';
import { listEntriesOff } from './ledger-lines.queries.ts';
import { listFeesOff } from './payouts.queries.ts';

const WINDOW_MINUTES = 8 * 24 * 60;
/** Newer entries are compared the next night, because their counterparts may still be on the way. */
const SETTLING_MINUTES = 30;
const MAX_NAMED = 20;
const CUSTOMER_MONEY = ['charge', 'payment', 'refund', 'payment_refund', 'refund_failure', 'adjustment'];

/** A difference fails the job, which shows it to staff. Payments of something else on the same account are only counted. */
export async function checkLedger(context: Pick<Context, 'db' | 'payments' | 'clock' | 'log'>) {
  const { differences, foreign } = await compareLedger(context, SETTLING_MINUTES);
  if (foreign.length > 0) {
    const first = foreign.slice(0, MAX_NAMED);
    context.log.info({ foreign: foreign.length, first }, 'the account of the provider has foreign payments');
  }
  if (differences.length > 0) {
    throw new Error(
      `${differences.length} differences to the provider's balance: ${differences.slice(0, MAX_NAMED).join('; ')}`,
    );
  }
  const fees = await findFeesOff(context);
  if (fees.length > 0) throw new Error(`fees differ from the provider's: ${fees.join('; ')}`);
  const off = await findLinesOff(context, SETTLING_MINUTES);
  if (off.length > 0) throw new Error(`ledger entries differ from their lines: ${off.join('; ')}`);
}

export async function findLedgerDifferences(
  context: Pick<Context, 'db' | 'payments' | 'clock'>,
  settlingMinutes: number,
): Promise<string[]> {
  return (await compareLedger(context, settlingMinutes)).differences;
}

/** Compares our ledger with the provider's balance, by charge or refund. */
export async function compareLedger(
  { db, payments, clock }: Pick<Context, 'db' | 'payments' | 'clock'>,
  settlingMinutes: number,
): Promise<{ differences: string[]; foreign: string[] }> {
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
  const [differences, foreign]: [string[], string[]] = [[], []];
  for (const id of due) {
    const [own, provider = 0] = [ours.get(id), theirs.get(id)];
    if ((own ?? 0) === provider) continue;
    // Each of our payments carries the key of its attempt, even if its answer was lost.
    const isForeign = own === undefined && (await payments.findAttemptKey(id)) === null;
    if (isForeign) foreign.push(id);
    else differences.push(`${id}: ours ${own ?? 0}, the provider's ${provider}`);
  }
  return { differences, foreign };
}

function isCustomerMoney(line: BalanceLine): boolean {
  return CUSTOMER_MONEY.includes(line.type);
}

function sumById(amounts: [string, number][]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [id, amount] of amounts) sums.set(id, (sums.get(id) ?? 0) + amount);
  return sums;
}

/** Compares every ledger entry with its lines and their shares. Names only the first entries that differ. */
export async function findLinesOff({ db, clock }: Pick<Context, 'db' | 'clock'>, settlingMinutes: number) {
  const off = await listEntriesOff(db, minutesFrom(clock.now(), -settlingMinutes), MAX_NAMED);
  return off.map(
    ({ entryId, entryCents, lineCents, shareCents }) =>
      `entry ${entryId}: ${entryCents}, lines ${lineCents}, shares ${shareCents}`,
  );
}

/** Compares the fees in the ledger with the provider's. Names only the first that differ. */
export async function findFeesOff({ db, payments }: Pick<Context, 'db' | 'payments'>): Promise<string[]> {
  const off = await listFeesOff(db, payments.mode, MAX_NAMED);
  return off.map(
    ({ transactionId, feeCents, bookedCents }) =>
      `${transactionId}: ours ${-bookedCents}, theirs ${feeCents}`,
  );
}
