import type { PoolPhase, ShareState } from '#contract/rules/order-states.ts';
import { poolMachine, shareMachine } from '#contract/rules/order-states.ts';
import { anyOf, type Db } from '#server/platform/database.ts';

/** A share in one of these states is somebody's. */
export const LIVE_SHARES = ['held', 'authorised', 'paid'] as const;

export type PoolRow = NonNullable<Awaited<ReturnType<typeof findPool>>>;
export type ShareRow = Awaited<ReturnType<typeof listLiveShares>>[number];

function selectPools(db: Db) {
  return db.selectFrom('pools').selectAll().$narrowType<{ phase: PoolPhase }>();
}

export function findPool(db: Db, orderId: number) {
  return selectPools(db).where('orderId', '=', orderId).executeTakeFirst();
}

export function listPools(db: Db, orderIds: number[]) {
  return selectPools(db).where('orderId', '=', anyOf(orderIds)).execute();
}

/** Pools whose time is over, and pools whose charging was interrupted. */
export function listDuePools(db: Db, now: Date) {
  const moment = now.toISOString();
  return selectPools(db)
    .where((eb) =>
      eb.or([
        eb.and([eb('phase', '=', 'filling'), eb('deadline', '<=', moment)]),
        eb.and([eb('phase', '=', 'covering'), eb('coverDeadline', '<=', moment)]),
      ]),
    )
    .orderBy('orderId')
    .execute();
}

export function listChargingPools(db: Db) {
  return selectPools(db).where('phase', '=', 'charging').orderBy('orderId').execute();
}

export async function insertPool(
  db: Db,
  pool: { orderId: number; deadline: Date; createdAt: Date },
): Promise<void> {
  await db.insertInto('pools').values(pool).execute();
}

export async function deletePool(db: Db, orderId: number): Promise<void> {
  await db.deleteFrom('pools').where('orderId', '=', orderId).execute();
}

/** A shared order is no longer the one that "buy at once" finds again. */
export async function setOrderIsPool(db: Db, orderId: number, isPool: boolean): Promise<void> {
  const single = isPool ? { singleAlbumId: null, singleImageId: null } : {};
  await db
    .updateTable('orders')
    .set({ isPool, ...single })
    .where('id', '=', orderId)
    .execute();
}

export async function movePool(
  db: Db,
  pool: PoolRow,
  phase: PoolPhase,
  change: { coverDeadline?: Date } = {},
): Promise<void> {
  if (!poolMachine.canMove(pool.phase, phase)) {
    throw new Error(`the pool of order ${pool.orderId} cannot go from ${pool.phase} to ${phase}`);
  }
  await db
    .updateTable('pools')
    .set({ phase, ...change })
    .where('orderId', '=', pool.orderId)
    .execute();
}

export async function setDeadline(db: Db, orderId: number, deadline: Date): Promise<void> {
  await db.updateTable('pools').set({ deadline }).where('orderId', '=', orderId).execute();
}

export function listLiveShares(db: Db, orderIds: number[]) {
  return db
    .selectFrom('poolShares')
    .selectAll()
    .$narrowType<{ state: ShareState }>()
    .where('orderId', '=', anyOf(orderIds))
    .where('state', 'in', LIVE_SHARES)
    .orderBy('position')
    .execute();
}

export async function listMemberIds(db: Db, orderId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('poolShares')
    .select('userId')
    .distinct()
    .where('orderId', '=', orderId)
    .execute();
  return rows.map((row) => row.userId);
}

export async function hasLiveShares(db: Db, attemptId: number): Promise<boolean> {
  const share = await db
    .selectFrom('poolShares')
    .select('id')
    .where('attemptId', '=', attemptId)
    .where('state', 'in', LIVE_SHARES)
    .limit(1)
    .executeTakeFirst();
  return share !== undefined;
}

export type NewShare = {
  orderId: number;
  position: number;
  userId: number;
  attemptId: number;
  amountCents: number;
  createdAt: Date;
};

export async function insertShares(db: Db, shares: NewShare[]): Promise<void> {
  await db.insertInto('poolShares').values(shares).execute();
}

/** How many of the attempt's shares moved: those for which the move is a legal one. */
export async function moveShares(db: Db, attemptIds: number[], to: ShareState): Promise<number> {
  const from = LIVE_SHARES.filter((state) => shareMachine.canMove(state, to));
  const moved = await db
    .updateTable('poolShares')
    .set({ state: to })
    .where('attemptId', '=', anyOf(attemptIds))
    .where('state', 'in', from)
    .returning('id')
    .execute();
  return moved.length;
}

/** Whether a pool of the customer counts on what they paid for photos of the albums. */
export async function isCreditInPool(db: Db, ownerId: number, albumIds: number[]): Promise<boolean> {
  const line = await db
    .selectFrom('orderLines')
    .innerJoin('orders', 'orders.id', 'orderLines.orderId')
    .innerJoin('pools', 'pools.orderId', 'orders.id')
    .select('orderLines.id')
    .where('orders.userId', '=', ownerId)
    .where('orderLines.albumId', '=', anyOf(albumIds))
    .where('orderLines.creditCents', '>', 0)
    .whereRef('orderLines.refundedCents', '<', 'orderLines.totalCents')
    .where((eb) =>
      eb.or([
        eb('pools.phase', 'in', ['charging', 'covering', 'filled']),
        eb.exists(
          eb
            .selectFrom('poolShares')
            .select('poolShares.id')
            .whereRef('poolShares.orderId', '=', 'orders.id')
            .where('poolShares.state', 'in', LIVE_SHARES),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}
