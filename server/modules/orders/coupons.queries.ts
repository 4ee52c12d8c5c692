import { type Insertable, sql, type Updateable } from 'kysely';
import { type CouponTeam, MAX_COUPONS_LISTED } from '#contract/endpoints/coupons.ts';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { selectVersion } from '#server/platform/audit/versions.ts';
import type { Coupons } from '#server/platform/database/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';

export type CouponRow = NonNullable<Awaited<ReturnType<typeof findCouponByCode>>>;

function selectCoupons(db: Db) {
  return db.selectFrom('coupons').selectAll().$narrowType<{ kind: 'percent' | 'fixed' }>();
}

export function findCouponByCode(db: Db, code: string) {
  return selectCoupons(db).where('code', '=', code).executeTakeFirst();
}

/** Reads the coupon as it is now; an edit waits until the transaction ends. */
export function shareCoupon(db: Db, couponId: number) {
  return selectCoupons(db).where('id', '=', couponId).forKeyShare().executeTakeFirst();
}

/** Waits for orders that are being placed with the coupon, because they lock its key. */
export function lockCouponToEdit(db: Db, couponId: number) {
  return selectCoupons(db).where('id', '=', couponId).forUpdate().executeTakeFirst();
}

export function findOrderWith(db: Db, couponId: number) {
  return db.selectFrom('orders').select('id').where('couponId', '=', couponId).limit(1).executeTakeFirst();
}

export function updateCouponFields(db: Db, couponId: number, fields: Updateable<Coupons>) {
  return db
    .updateTable('coupons')
    .set(fields)
    .where('id', '=', couponId)
    .returningAll()
    .$narrowType<{ kind: 'percent' | 'fixed' }>()
    .executeTakeFirstOrThrow();
}

export async function hasAlbumOfTeam(db: Db, team: CouponTeam): Promise<boolean> {
  const { program_name: program, team_name: name } = team;
  const { rows } = await sql`
    select from ${albumsToJoin(db)} album where lower(trim(program_name)) = lower(${program})
      and (${name} = '' or lower(trim(team_name)) = lower(${name})) limit 1`.execute(db);
  return rows.length > 0;
}

/** `for update` would wait for orders that were just placed with the coupon, because they lock its key. */
export function lockCoupon(db: Db, couponId: number) {
  return selectCoupons(db).where('id', '=', couponId).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** Locks in a fixed order, so that two callers cannot deadlock. */
export function lockCoupons(db: Db, couponIds: number[]) {
  return selectCoupons(db).where('id', '=', anyOf(couponIds)).orderBy('id').forNoKeyUpdate().execute();
}

/** Lists all, or only the named one. */
export function listCoupons(db: Db, couponId?: number) {
  return selectCoupons(db)
    .select(selectVersion(sql`'coupon:' || coupons.id`).as('version'))
    .$if(couponId !== undefined, (query) => query.where('id', '=', couponId ?? 0))
    .orderBy((eb) => eb('endedAt', 'is', null), 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_COUPONS_LISTED)
    .execute();
}

export function listCouponsById(db: Db, couponIds: number[]) {
  return selectCoupons(db).where('id', '=', anyOf(couponIds)).execute();
}

/** Returns undefined if the code is taken. */
export function insertCoupon(db: Db, coupon: Insertable<Coupons>) {
  return db
    .insertInto('coupons')
    .values(coupon)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returningAll()
    .$narrowType<{ kind: 'percent' | 'fixed' }>()
    .executeTakeFirst();
}

export async function setEndedAt(db: Db, couponIds: number[], endedAt: Date): Promise<void> {
  await db.updateTable('coupons').set({ endedAt }).where('id', '=', anyOf(couponIds)).execute();
}

/** A use is an order that was paid or is being paid. Refunded orders count; canceled and expired ones do not. */
function selectUses(db: Db) {
  return db
    .selectFrom('orders')
    .where('orders.state', 'not in', ['cancelled', 'expired'])
    .where((eb) => {
      const attempts = eb.selectFrom('paymentAttempts').whereRef('paymentAttempts.orderId', '=', 'orders.id');
      const live = attempts.where('paymentAttempts.state', 'not in', ['failed', 'released']);
      return eb.or([eb('orders.paidAt', 'is not', null), eb.exists(live.select('paymentAttempts.id'))]);
    });
}

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
