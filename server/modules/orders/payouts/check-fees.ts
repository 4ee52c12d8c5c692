import type { Context } from '#server/context.ts';
import { listFeesOff } from './balance.queries.ts';

const MOST_NAMED = 20;

/** Compares the fees in the ledger with the provider's. Names only the first that differ. */
export async function findFeesOff({ db, payments }: Pick<Context, 'db' | 'payments'>): Promise<string[]> {
  const off = await listFeesOff(db, payments.mode, MOST_NAMED);
  return off.map(
    ({ transactionId, feeCents, bookedCents }) =>
      `${transactionId}: ours ${-bookedCents}, theirs ${feeCents}`,
  );
}
