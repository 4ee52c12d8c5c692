import { type Context, inTransaction } from '#server/context.ts';
import { allocateOrders } from './allocate.ts';
import { listUnallocatedOrders, lockOrders } from './ledger-lines.queries.ts';

const ORDERS_PER_BATCH = 500;

/**
 * Writes the lines of entries that have none: those of releases before the lines existed. Each batch is a transaction,
 * so a run that is interrupted continues where it stopped.
 */
export async function allocateAll(context: Context, signal?: AbortSignal): Promise<void> {
  for (let after = 0; !signal?.aborted; ) {
    const last = await allocateBatch(context, after);
    if (last === undefined) return;
    after = last;
    context.log.info({ order: last }, 'ledger entries were allocated to order lines');
  }
}

/** Returns the last order of the batch. */
function allocateBatch(context: Context, after: number): Promise<number | undefined> {
  return inTransaction(context, async ({ db }) => {
    const orderIds = await listUnallocatedOrders(db, { after, limit: ORDERS_PER_BATCH });
    await lockOrders(db, orderIds);
    await allocateOrders(db, orderIds);
    return orderIds.at(-1);
  });
}
