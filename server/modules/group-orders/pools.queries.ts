import { type Insertable, sql } from 'kysely';
import {
  LIVE_SHARE_STATES,
  type PoolPhase,
  poolMachine,
  type ShareState,
  shareMachine,
} from '#contract/rules/order-states.ts';
import { singleKeyOf } from '#server/modules/orders/orders.ts';
import type { PoolShares, Pools } from '#server/platform/database/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';

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

export async function insertPool(db: Db, pool: Insertable<Pools>): Promise<void> {
  await db.insertInto('pools').values(pool).execute();
}

/** Finds a pool of the customer's own that is for this album alone and still fills. */
export function findOwnPool(db: Db, userId: number, { albumId, now }: { albumId: number; now: Date }) {
  return db
    .selectFrom('orders')
    .innerJoin('pools', 'pools.orderId', 'orders.id')
    .innerJoin('orderLines', 'orderLines.orderId', 'orders.id')
    .select('orders.id')
    .where('orders.userId', '=', userId)
    .where('orders.state', '=', 'open')
    .where('pools.phase', '=', 'filling')
    .where('pools.deadline', '>', now.toISOString())
    .where('orderLines.albumId', '=', albumId)
    .where(({ not, exists, selectFrom }) => {
      const lines = selectFrom('orderLines as other').whereRef('other.orderId', '=', 'orders.id');
      return not(exists(lines.select('other.id').where('other.albumId', '<>', albumId)));
    })
    .orderBy('orders.id', 'desc')
    .executeTakeFirst();
}

export async function deletePool(db: Db, orderId: number): Promise<void> {
  await db.deleteFrom('pools').where('orderId', '=', orderId).execute();
}

/** A shared order must not be reused when its owner buys the same item alone. */
export async function setOrderIsPool(db: Db, orderId: number, isPool: boolean): Promise<void> {
  const single = isPool ? singleKeyOf([]) : {};
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
    .where('state', 'in', LIVE_SHARE_STATES)
    .orderBy('position')
    .execute();
}

/** Lists shares that were charged and given back when their pool ended. */
export function listRefundedShares(db: Db, orderIds: number[]) {
  return db
    .selectFrom('poolShares')
    .select(['orderId', 'userId', 'attemptId', 'amountCents'])
    .where('orderId', '=', anyOf(orderIds))
    .where('state', '=', 'refunded')
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

export async function insertShares(db: Db, shares: Insertable<PoolShares>[]): Promise<void> {
  await db.insertInto('poolShares').values(shares).execute();
}

/** Returns how many shares moved; shares in a state that does not allow the move stay as they are. */
export async function moveShares(db: Db, attemptIds: number[], to: ShareState): Promise<number> {
  const from = LIVE_SHARE_STATES.filter((state) => shareMachine.canMove(state, to));
  const moved = await db
    .updateTable('poolShares')
    .set({ state: to })
    .where('attemptId', '=', anyOf(attemptIds))
    .where('state', 'in', from)
    .returning('id')
    .execute();
  return moved.length;
}

/** Sums by order what was sent back to a person's cards, and tells whether a refund to them failed and is owed. */
export async function listOwnRefundSums(db: Db, userId: number, orderIds: number[]) {
  const { rows } = await sql<{ orderId: number; refundedCents: number; isOwed: boolean }>`
    select refunds.order_id, coalesce(sum(case when failed.outcome = 'paid_another_way' then failed.amount_cents
        when refunds.state in ('pending', 'succeeded') then refunds.amount_cents end), 0)::integer as refunded_cents,
      coalesce(bool_or(failed.closed_at is null) filter (where failed.id is not null), false) as is_owed
    from refunds join payment_attempts attempt on attempt.id = refunds.attempt_id
      left join returned_refunds failed on failed.refund_id = refunds.id
    where refunds.order_id = any (${orderIds}) and attempt.user_id = ${userId}
    group by refunds.order_id`.execute(db);
  return new Map(rows.map(({ orderId, ...own }) => [orderId, own]));
}
