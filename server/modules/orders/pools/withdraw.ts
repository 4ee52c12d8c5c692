import { SMALLEST_CHARGE_CENTS } from '#contract/rules/order-totals.ts';
import { SHARES_PER_ALBUM } from '#contract/rules/pricing.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { insertLeftOut } from '#server/modules/orders/order/left-out.queries.ts';
import {
  describeChange,
  findUnsold,
  leaveOut,
  reviewOrder,
  type UnsoldLine,
} from '#server/modules/orders/order/review-order.ts';
import {
  findOrder,
  listLines,
  listOpenOrdersOf,
  type OrderRow,
  setOrderState,
} from '#server/modules/orders/orders.ts';
import { listAttempts, takeTurn } from '#server/modules/orders/payments/attempts.queries.ts';
import type { AppError } from '#server/platform/errors.ts';
import { tell } from '#server/platform/live/tell.ts';
import { releaseHoldsJob, tellPoolJob } from './job-definitions.ts';
import {
  findPool,
  listLiveShares,
  movePool,
  moveShares,
  type PoolRow,
  type ShareRow,
} from './pools.queries.ts';
import { releasePool } from './release.ts';
import { tellMembers } from './tell-members.ts';

type Withdrawal = { order: OrderRow; pool: PoolRow; shares: ShareRow[]; unsold: UnsoldLine[] };

/**
 * Takes albums that are no longer for sale out of a shared order. All shares are given back, because they were taken at
 * another price; the rest can be shared again. Once the first card is being charged, the sale goes on.
 */
export async function withdrawUnsold(
  tx: Pick<Tx, 'db' | 'log' | 'clock' | 'queue'>,
  order: OrderRow,
  pool: PoolRow,
): Promise<AppError | undefined> {
  const { db } = tx;
  const unsold = await findUnsold(tx, order, await listLines(db, [order.id]));
  if (unsold.length === 0) return undefined;
  const shares = await listLiveShares(db, [order.id]);
  if (pool.phase === 'charging' && (await isBeingCharged(tx, shares))) return undefined;
  const isPaid = shares.some((share) => share.state === 'paid');
  const after = await (isPaid ? payBack : giveBack)(tx, { order, pool, shares, unsold });
  return describeChange(after, unsold);
}

async function isBeingCharged({ db }: Pick<Tx, 'db'>, shares: ShareRow[]): Promise<boolean> {
  const attempts = await listAttempts(
    db,
    shares.map((share) => share.attemptId),
  );
  return attempts.some((attempt) => attempt.captureBegunAt !== null);
}

/** Cards were charged already, so the order keeps its lines next to the charges and refunds. */
async function payBack(
  tx: Pick<Tx, 'db' | 'clock' | 'queue'>,
  { order, pool, unsold }: Withdrawal,
): Promise<OrderRow> {
  const lines = unsold.map(({ line, problem }) => ({ ...line, problem }));
  await insertLeftOut(tx.db, { orderId: order.id, lines, now: tx.clock.now() });
  await releasePool(tx, { order, pool, state: 'cancelled', withdrawn: namesOf(unsold) });
  return { ...order, state: 'cancelled' };
}

async function giveBack(
  tx: Pick<Tx, 'db' | 'log' | 'clock' | 'queue'>,
  { order, pool, shares, unsold }: Withdrawal,
): Promise<OrderRow> {
  const { db, queue } = tx;
  await moveShares(
    db,
    shares.map((share) => share.attemptId),
    'released',
  );
  await queue.enqueue(db, releaseHoldsJob, { orderId: order.id });
  let after = await leaveOut(tx, order, unsold);
  if (after.state === 'open' && after.totalCents < SHARES_PER_ALBUM * SMALLEST_CHARGE_CENTS) {
    await setOrderState(db, order.id, 'cancelled');
    after = { ...after, state: 'cancelled' };
  }
  const isOver = after.state !== 'open';
  if (isOver) await movePool(db, pool, 'released');
  else if (pool.phase !== 'filling') await movePool(db, pool, 'filling');
  await tellMembers(db, order);
  const occasion = unsold.map(({ line }) => line.id).join(',');
  const news = { news: 'withdrawn', orderId: order.id, withdrawn: namesOf(unsold), isOver } as const;
  for (const userId of new Set([order.userId, ...shares.map((share) => share.userId)])) {
    await queue.enqueue(db, tellPoolJob, { ...news, userId, occasion: occasion.slice(0, 60) });
  }
  return after;
}

function namesOf(unsold: UnsoldLine[]): string {
  const [first, ...others] = unsold.flatMap(({ leftOut }) => leftOut.map(({ title }) => title));
  const name = (first ?? 'An album').slice(0, 250);
  return others.length === 0 ? name : `${name} and ${others.length} more`;
}

/** For an album that was unpublished: open orders and pools lose it without waiting for somebody to pay. */
export async function withdrawAlbum(context: Context, albumId: number): Promise<void> {
  for (const { id, userId } of await listOpenOrdersOf(context.db, albumId)) {
    await inTransaction(context, async (tx) => {
      await takeTurn(tx.db, userId);
      const order = await findOrder(tx.db, id, { lock: true });
      if (order?.state !== 'open') return;
      const pool = order.isPool ? await findPool(tx.db, id) : undefined;
      const change = pool ? await withdrawUnsold(tx, order, pool) : await reviewOrder(tx, order);
      if (change) await tell(tx.db, { to: userId, kind: 'order', subject: order.key });
    });
  }
}
