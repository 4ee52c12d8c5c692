import type { Insertable } from 'kysely';
import { MAX_COUPONS_LISTED } from '#contract/endpoints/coupons.ts';
import type { Coupons } from '#server/platform/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database.ts';

export type CouponRow = NonNullable<Awaited<ReturnType<typeof findCoupon>>>;

function selectCoupons(db: Db) {
  return db.selectFrom('coupons').selectAll().$narrowType<{ kind: 'percent' | 'fixed' }>();
}

export function findCoupon(db: Db, couponId: number) {
  return selectCoupons(db).where('id', '=', couponId).executeTakeFirst();
}

export function findCouponByCode(db: Db, code: string) {
  return selectCoupons(db).where('code', '=', code).executeTakeFirst();
}

/** Weaker than `for update`: orders that were just made with the coupon hold its key. */
export function lockCoupon(db: Db, couponId: number) {
  return selectCoupons(db).where('id', '=', couponId).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** Always in the same order, so that two who lock several do not wait for each other. */
export function lockCoupons(db: Db, couponIds: number[]) {
  return selectCoupons(db).where('id', '=', anyOf(couponIds)).orderBy('id').forNoKeyUpdate().execute();
}

export function listCoupons(db: Db) {
  return selectCoupons(db)
    .orderBy((eb) => eb('endedAt', 'is', null), 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_COUPONS_LISTED)
    .execute();
}

export function listCouponsById(db: Db, couponIds: number[]) {
  return selectCoupons(db).where('id', '=', anyOf(couponIds)).execute();
}

/** Undefined when there is a coupon of this code already. */
export function insertCoupon(db: Db, coupon: Insertable<Coupons>) {
  return db
    .insertInto('coupons')
    .values(coupon)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returningAll()
    .$narrowType<{ kind: 'percent' | 'fixed' }>()
    .executeTakeFirst();
}

/** Undefined when it has ended before, or never was. */
export function endRunningCoupon(db: Db, couponId: number, endedAt: Date) {
  return db
    .updateTable('coupons')
    .set({ endedAt })
    .where('id', '=', couponId)
    .where('endedAt', 'is', null)
    .returningAll()
    .$narrowType<{ kind: 'percent' | 'fixed' }>()
    .executeTakeFirst();
}

export async function endRunningCoupons(db: Db, couponIds: number[], endedAt: Date): Promise<void> {
  await db.updateTable('coupons').set({ endedAt }).where('id', '=', anyOf(couponIds)).execute();
}

/** Orders that were paid with the coupon, or are being paid; refunded ones have used it too, failed pools not. */
function selectUses(db: Db) {
  return db
    .selectFrom('orders')
    .where('orders.state', 'not in', ['cancelled', 'expired'])
    .where((eb) =>
      eb.or([
        eb('orders.paidAt', 'is not', null),
        eb.exists(
          eb
            .selectFrom('paymentAttempts')
            .select('paymentAttempts.id')
            .whereRef('paymentAttempts.orderId', '=', 'orders.id')
            .where('paymentAttempts.state', 'not in', ['failed', 'released']),
        ),
      ]),
    );
}

/** How often a coupon was used, by anyone and by one customer; the order in question is not counted. */
export function countUses(db: Db, couponId: number, of: { userId: number; exceptOrderId?: number }) {
  return selectUses(db)
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('total'),
      fn
        .countAll<number>()
        .filterWhere(eb('orders.userId', '=', of.userId))
        .as('byCustomer'),
    ])
    .where('orders.couponId', '=', couponId)
    .where('orders.id', '<>', of.exceptOrderId ?? 0)
    .executeTakeFirstOrThrow();
}

export async function countUsesOf(db: Db, couponIds: number[]): Promise<Map<number, number>> {
  const rows = await selectUses(db)
    .select(({ fn }) => ['orders.couponId', fn.countAll<number>().as('uses')])
    .where('orders.couponId', '=', anyOf(couponIds))
    .groupBy('orders.couponId')
    .execute();
  return new Map(rows.flatMap((row) => (row.couponId === null ? [] : [[row.couponId, row.uses]])));
}

/** Whether money of the order is held, taken or on its way: its price is settled. */
export async function isBeingPaid(db: Db, orderId: number): Promise<boolean> {
  const attempt = await db
    .selectFrom('paymentAttempts')
    .select('id')
    .where('orderId', '=', orderId)
    .where('state', 'not in', ['failed', 'released'])
    .limit(1)
    .executeTakeFirst();
  return attempt !== undefined;
}
