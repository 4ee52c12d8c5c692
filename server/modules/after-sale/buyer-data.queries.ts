import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';
import { isOrderOf } from './sales.queries.ts';

export async function deleteCart(db: Db, userId: number): Promise<void> {
  const own = db.selectFrom('carts').select('id').where('userId', '=', userId);
  await db.deleteFrom('cartItems').where('cartId', 'in', own).execute();
  await db.deleteFrom('carts').where('userId', '=', userId).execute();
}

/** Payment attempts about which the owners of pools got a notification with the person's name. */
export async function listSharesTaken(db: Db, userId: number) {
  return db
    .selectFrom('poolShares')
    .select(['orderId', 'attemptId'])
    .distinct()
    .where('userId', '=', userId)
    .execute();
}

/**
 * Cards that were paid with stay as empty rows of the heir, because payments refer to them. Returns the customers at
 * the provider.
 */
export async function emptyCards(
  db: Db,
  { userId, heirId, now }: { userId: number; heirId: number; now: Date },
): Promise<{ mode: PaymentMode; customerId: string }[]> {
  const customers = await db
    .selectFrom('paymentCustomers')
    .select(['mode', 'customerId'])
    .$narrowType<{ mode: PaymentMode }>()
    .where('userId', '=', userId)
    .forUpdate()
    .execute();
  if (customers.length === 0) return [];
  const paidWith = db
    .selectFrom('paymentAttempts')
    .select('sourceId')
    .where('userId', '=', userId)
    .where('sourceId', 'is not', null);
  await db
    .deleteFrom('paymentSources')
    .where('userId', '=', userId)
    .where('id', 'not in', paidWith.$castTo<{ sourceId: number }>())
    .execute();
  await db
    .insertInto('paymentCustomers')
    .values(customers.map(({ mode }) => ({ userId: heirId, mode })))
    .execute();
  await db
    .updateTable('paymentSources')
    .set({
      userId: heirId,
      methodId: sql<string>`'erased-' || id`,
      brand: 'erased',
      last4: '0000',
      expMonth: 1,
      expYear: 2000,
      fingerprint: null,
      consentDevice: null,
      removedAt: now,
    })
    .where('userId', '=', userId)
    .execute();
  await db.updateTable('paymentAttempts').set({ consentDevice: null }).where('userId', '=', userId).execute();
  await db.deleteFrom('paymentCustomers').where('userId', '=', userId).execute();
  return customers.flatMap(({ mode, customerId }) => (customerId ? [{ mode, customerId }] : []));
}

const ERASED_MEMO = 'Erased with the account.';

/** Staff wrote these words about refunds, disputes and swaps of the person, and about coupons made for them. */
export async function eraseMemos(db: Db, userId: number, email: string): Promise<void> {
  const attempts = db.selectFrom('paymentAttempts').select('id').where('userId', '=', userId);
  await db
    .updateTable('refunds')
    .set({ memo: ERASED_MEMO })
    .where('attemptId', 'in', attempts)
    .where('madeBy', 'is not', null)
    .execute();
  await db
    .updateTable('returnedRefunds')
    .set({ note: ERASED_MEMO })
    .where('attemptId', 'in', attempts)
    .where('note', 'is not', null)
    .execute();
  const disputes = db.selectFrom('disputes').select('id').where('attemptId', 'in', attempts);
  await db
    .updateTable('disputeEvidence')
    .set({ note: null, fields: null })
    .where('disputeId', 'in', disputes)
    .execute();
  const orders = db.selectFrom('orders').select('id').where('userId', '=', userId);
  await db.updateTable('refundRequests').set({ memo: ERASED_MEMO }).where('orderId', 'in', orders).execute();
  const owned = db.selectFrom('entitlements').select('id').where('userId', '=', userId);
  await db.updateTable('entitlementSwaps').set({ memo: null }).where('entitlementId', 'in', owned).execute();
  await db
    .updateTable('coupons')
    .set({ memo: '' })
    .where(sql<boolean>`strpos(lower(memo), ${email.toLowerCase()}) > 0`)
    .execute();
}

/** The price of all photos of an athlete names the child. */
export async function eraseAthleteNames(db: Db, userId: number): Promise<void> {
  await sql`
    update order_lines set price_name = regexp_replace(price_name, 'All photos of .+ for \\$', 'All photos of one athlete for $')
    where order_id in (select id from orders where user_id = ${userId}) and price_name like 'All photos of %'`.execute(
    db,
  );
}

type PageOf = { userId: number; afterId: number; limit: number };

export function listOrdersAfter(db: Db, { userId, afterId, limit }: PageOf) {
  return db
    .selectFrom('orders')
    .leftJoin('coupons', 'coupons.id', 'orders.couponId')
    .selectAll('orders')
    .select('coupons.code as couponCode')
    .where(isOrderOf(userId))
    .where('orders.id', '>', afterId)
    .orderBy('orders.id')
    .limit(limit)
    .execute();
}

export function listOwnAttempts(db: Db, userId: number, orderIds: number[]) {
  return db
    .selectFrom('paymentAttempts')
    .select(['id', 'orderId', 'state', 'amountCents', 'currency', 'failureCode', 'createdAt', 'settledAt'])
    .where('userId', '=', userId)
    .where('orderId', '=', anyOf(orderIds))
    .orderBy('id')
    .execute();
}

export function listOwnRefundsIn(db: Db, userId: number, orderIds: number[]) {
  return db
    .selectFrom('refunds')
    .innerJoin('paymentAttempts', 'paymentAttempts.id', 'refunds.attemptId')
    .select(['refunds.orderId', 'refunds.amountCents', 'refunds.state', 'refunds.createdAt'])
    .where('paymentAttempts.userId', '=', userId)
    .where('refunds.orderId', '=', anyOf(orderIds))
    .orderBy('refunds.id')
    .execute();
}

export function listOwnShares(db: Db, userId: number, orderIds: number[]) {
  return db
    .selectFrom('poolShares')
    .select(['orderId', 'position', 'amountCents', 'state', 'createdAt'])
    .where('userId', '=', userId)
    .where('orderId', '=', anyOf(orderIds))
    .orderBy('id')
    .execute();
}

export function listCardsOf(db: Db, userId: number) {
  return db
    .selectFrom('paymentSources')
    .select(['brand', 'last4', 'expMonth', 'expYear', 'isOnce'])
    .select(['consentVersion', 'consentAt', 'createdAt', 'removedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
}

export function listOwnedAfter(db: Db, { userId, afterId, limit }: PageOf) {
  return db
    .selectFrom('entitlements')
    .select(['id', 'albumId', 'imageId', 'state', 'downloadsUsed', 'createdAt', 'endedAt'])
    .where('userId', '=', userId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function listCartOf(db: Db, userId: number) {
  return db
    .selectFrom('cartItems')
    .innerJoin('carts', 'carts.id', 'cartItems.cartId')
    .select(['cartItems.albumId', 'cartItems.imageId', 'cartItems.createdAt'])
    .where('carts.userId', '=', userId)
    .orderBy('cartItems.id')
    .execute();
}
