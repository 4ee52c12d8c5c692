import type { ExpressionBuilder, Insertable, Updateable } from 'kysely';
import { LIVE_SHARE_STATES, type PaymentState } from '#contract/rules/order-states.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { DB, PaymentAttempts } from '#server/platform/database/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { CardFailure, PaymentMode } from '#server/platform/payments/payment-types.ts';
import { type Item, isSameItem } from './entitlements.ts';

const UNSETTLED = ['processing', 'requires_action', 'authorized'] as const;

type AttemptTypes = {
  state: PaymentState;
  capture: 'automatic' | 'manual';
  failureCode: CardFailure | null;
  mode: PaymentMode;
};
export type AttemptRow = NonNullable<Awaited<ReturnType<typeof findAttempt>>>;

function selectAttempts(db: Db) {
  return db.selectFrom('paymentAttempts').selectAll().$narrowType<AttemptTypes>();
}

export function findAttempt(db: Db, attemptId: number, options: { lock?: boolean } = {}) {
  return selectAttempts(db)
    .where('id', '=', attemptId)
    .$if(options.lock ?? false, (query) => query.forUpdate())
    .executeTakeFirst();
}

export function findAttemptByIntent(db: Db, intentId: string) {
  return selectAttempts(db).where('intentId', '=', intentId).executeTakeFirst();
}

export function findAttemptByKey(db: Db, key: string) {
  return selectAttempts(db).where('key', '=', key).executeTakeFirst();
}

/** An order has at most one attempt that is in progress or has succeeded. */
export function findLiveAttempt(db: Db, orderId: number) {
  return selectAttempts(db)
    .where('orderId', '=', orderId)
    .where('capture', '=', 'automatic')
    .where('state', 'in', ['processing', 'requires_action', 'succeeded'])
    .executeTakeFirst();
}

/** Lists the payment of zero only for an order that cost nothing. */
export async function listCharges(db: Db, orderId: number): Promise<AttemptRow[]> {
  const paid = await selectAttempts(db)
    .where('orderId', '=', orderId)
    .where('state', '=', 'succeeded')
    .orderBy('id')
    .execute();
  const charges = paid.filter(({ amountCents }) => amountCents > 0);
  return charges.length > 0 ? charges : paid;
}

export async function listCardPayers(db: Db, userIds: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('paymentAttempts')
    .select('userId')
    .distinct()
    .where('userId', '=', anyOf(userIds))
    .where('state', '=', 'succeeded')
    .where('amountCents', '>', 0)
    .execute();
  return rows.map(({ userId }) => userId);
}

export function findLastHold(db: Db, orderId: number, userId: number) {
  return selectAttempts(db)
    .where('orderId', '=', orderId)
    .where('userId', '=', userId)
    .where('capture', '=', 'manual')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Leaves out holds that wait for their pool to fill. */
export function listUnsettledAttempts(db: Db, mode: PaymentMode, before: Date) {
  return selectAttempts(db)
    .where('state', 'in', UNSETTLED)
    .where((eb) => eb.or([eb('state', '<>', 'authorized'), eb.not(eb.exists(liveSharesOf(eb)))]))
    .where('mode', '=', mode)
    .where('createdAt', '<', before.toISOString())
    .orderBy('id')
    .execute();
}

/** Lists what a rehearsal left behind: no card provider can be asked about it, and it never takes money. */
export function listRehearsed(db: Db, mode: PaymentMode) {
  return selectAttempts(db)
    .where('state', 'in', UNSETTLED)
    .where('mode', 'not in', [mode, 'live'])
    .orderBy('id')
    .execute();
}

/** Lists holds whose shares were given up. */
export function listUnwantedAttempts(db: Db, orderId: number) {
  return selectAttempts(db)
    .where('orderId', '=', orderId)
    .where('capture', '=', 'manual')
    .where('state', 'in', UNSETTLED)
    .where((eb) => eb.not(eb.exists(liveSharesOf(eb))))
    .orderBy('id')
    .execute();
}

export async function hasLiveShares(db: Db, attemptId: number): Promise<boolean> {
  const attempt = await selectAttempts(db)
    .where('id', '=', attemptId)
    .where((eb) => eb.exists(liveSharesOf(eb)))
    .executeTakeFirst();
  return attempt !== undefined;
}

/** Returns whether real money was ever taken with this database. */
export async function hasLivePayments(db: Db): Promise<boolean> {
  return (await selectAttempts(db).where('mode', '=', 'live').limit(1).executeTakeFirst()) !== undefined;
}

function liveSharesOf(eb: ExpressionBuilder<DB, 'paymentAttempts'>) {
  return eb
    .selectFrom('poolShares')
    .select('poolShares.id')
    .whereRef('poolShares.attemptId', '=', 'paymentAttempts.id')
    .where('poolShares.state', 'in', LIVE_SHARE_STATES);
}

/**
 * Serializes the purchases of one buyer until the transaction ends; never hold it across a provider call. To avoid
 * deadlocks, lock turns first (several by rising user id), then one order, then what belongs to it.
 */
export async function lockBuyer(db: Db, userId: number): Promise<void> {
  await advisoryLock(db, `paying:${userId}`);
}

export async function isPayingElsewhere(db: Db, userId: number, orderId: number, items: Item[]) {
  return (await paidElsewhere(db, userId, orderId, items)).length > 0;
}

/**
 * Finds items the buyer is paying for in another order; in a pool this lasts until all members have paid. What the buyer gives
 * away is somebody else's.
 */
export async function paidElsewhere<T extends Item>(db: Db, userId: number, orderId: number, items: T[]) {
  return sameItems(items, await selectPaidElsewhere(db, userId, orderId).execute());
}

/** Finds items of which the buyer holds a share in a pool that has not filled yet. */
export async function sharedElsewhere<T extends Item>(db: Db, userId: number, orderId: number, items: T[]) {
  const shared = selectPaidElsewhere(db, userId, orderId)
    .where('paymentAttempts.capture', '=', 'manual')
    .where('paymentAttempts.state', 'in', ['authorized', 'succeeded']);
  return sameItems(items, await shared.execute());
}

function selectPaidElsewhere(db: Db, userId: number, orderId: number) {
  return db
    .selectFrom('paymentAttempts')
    .innerJoin('orders', 'orders.id', 'paymentAttempts.orderId')
    .innerJoin('orderLines', 'orderLines.orderId', 'paymentAttempts.orderId')
    .select(['orderLines.albumId', 'orderLines.imageId'])
    .where('paymentAttempts.userId', '=', userId)
    .where('paymentAttempts.orderId', '<>', orderId)
    .where('orders.isGift', '=', false)
    .where((eb) =>
      eb.or([
        eb('paymentAttempts.state', 'in', UNSETTLED),
        eb.and([eb('paymentAttempts.state', '=', 'succeeded'), eb('orders.state', '=', 'open')]),
      ]),
    );
}

function sameItems<T extends Item>(items: T[], lines: Item[]): T[] {
  return items.filter((item) =>
    lines.some(
      (line) =>
        isSameItem(line, item) ||
        (line.albumId === item.albumId && (line.imageId === null || item.imageId === null)),
    ),
  );
}

export function insertAttempt(db: Db, attempt: Insertable<PaymentAttempts>) {
  return db
    .insertInto('paymentAttempts')
    .values(attempt)
    .returningAll()
    .$narrowType<AttemptTypes>()
    .executeTakeFirstOrThrow();
}

export async function saveAttempt(db: Db, attemptId: number, change: Updateable<PaymentAttempts>) {
  await db.updateTable('paymentAttempts').set(change).where('id', '=', attemptId).execute();
}

export async function markCaptureBegun(db: Db, attemptId: number, now: Date): Promise<void> {
  await db
    .updateTable('paymentAttempts')
    .set({ captureBegunAt: now })
    .where('id', '=', attemptId)
    .where('captureBegunAt', 'is', null)
    .execute();
}

export function listAttempts(db: Db, attemptIds: number[]) {
  return selectAttempts(db).where('id', '=', anyOf(attemptIds)).orderBy('id').execute();
}

const PAYING = ['processing', 'requires_action'] as const;

/** Returns whether the person has a payment whose outcome is not known yet. */
export function hasPaymentInFlight(db: Db, userId: number): Promise<boolean> {
  return isAny(attemptsOf(db).where('userId', '=', userId).where('state', 'in', PAYING));
}

/** Returns whether the person has a payment or a hold that may still take money. */
export function hasUnsettledPayment(db: Db, userId: number): Promise<boolean> {
  return isAny(attemptsOf(db).where('userId', '=', userId).where('state', 'in', UNSETTLED));
}

/** Returns whether money for the order is held, taken or on its way, so that its price must not change. */
export function isBeingPaid(db: Db, orderId: number): Promise<boolean> {
  return isAny(
    attemptsOf(db).where('orderId', '=', orderId).where('state', 'not in', ['failed', 'released']),
  );
}

/** Includes failed payments. */
export function hasTriedToPay(db: Db, userId: number): Promise<boolean> {
  return isAny(attemptsOf(db).where('userId', '=', userId));
}

const attemptsOf = (db: Db) => db.selectFrom('paymentAttempts').select('id').limit(1);

async function isAny(attempts: ReturnType<typeof attemptsOf>): Promise<boolean> {
  return (await attempts.executeTakeFirst()) !== undefined;
}
