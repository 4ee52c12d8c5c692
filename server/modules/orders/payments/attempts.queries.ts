import { type ExpressionBuilder, type Insertable, sql } from 'kysely';
import type { PaymentState } from '#contract/rules/order-states.ts';
import type { Item } from '#server/modules/orders/order/entitlements.queries.ts';
import { LIVE_SHARES } from '#server/modules/orders/pools/pools.queries.ts';
import type { DB, LedgerEntries } from '#server/platform/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database.ts';
import type { CardFailure, PaymentMode } from '#server/platform/payments/payment-types.ts';

const UNSETTLED = ['processing', 'requires_action', 'authorised'] as const;
/** Spaces our advisory locks from others'. */
const PAYING_LOCK = 4001;

type AttemptWords = {
  state: PaymentState;
  capture: 'automatic' | 'manual';
  failureCode: CardFailure | null;
  mode: PaymentMode;
};
export type AttemptRow = NonNullable<Awaited<ReturnType<typeof findAttempt>>>;

function selectAttempts(db: Db) {
  return db.selectFrom('paymentAttempts').selectAll().$narrowType<AttemptWords>();
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

/** The one try that is under way or has succeeded. */
export function findLiveAttempt(db: Db, orderId: number) {
  return selectAttempts(db)
    .where('orderId', '=', orderId)
    .where('capture', '=', 'automatic')
    .where('state', 'in', ['processing', 'requires_action', 'succeeded'])
    .executeTakeFirst();
}

/** What has been taken for an order: of a pool one charge a card. */
export function listCharges(db: Db, orderId: number) {
  return selectAttempts(db)
    .where('orderId', '=', orderId)
    .where('state', '=', 'succeeded')
    .where('amountCents', '>', 0)
    .orderBy('id')
    .execute();
}

/** The participant's latest try to authorise shares. */
export function findLastHold(db: Db, orderId: number, userId: number) {
  return selectAttempts(db)
    .where('orderId', '=', orderId)
    .where('userId', '=', userId)
    .where('capture', '=', 'manual')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A hold that waits for its pool to fill is as it should be: it is not among them. */
export function listUnsettledAttempts(db: Db, mode: PaymentMode, before: Date) {
  return selectAttempts(db)
    .where('state', 'in', UNSETTLED)
    .where((eb) => eb.or([eb('state', '<>', 'authorised'), eb.not(eb.exists(liveSharesOf(eb)))]))
    .where('mode', '=', mode)
    .where('createdAt', '<', before.toISOString())
    .orderBy('id')
    .execute();
}

/** Holds of an order that nobody wants any more, or never came to be. */
export function listUnwantedAttempts(db: Db, orderId: number) {
  return selectAttempts(db)
    .where('orderId', '=', orderId)
    .where('capture', '=', 'manual')
    .where('state', 'in', UNSETTLED)
    .where((eb) => eb.not(eb.exists(liveSharesOf(eb))))
    .orderBy('id')
    .execute();
}

function liveSharesOf(eb: ExpressionBuilder<DB, 'paymentAttempts'>) {
  return eb
    .selectFrom('poolShares')
    .select('poolShares.id')
    .whereRef('poolShares.attemptId', '=', 'paymentAttempts.id')
    .where('poolShares.state', 'in', LIVE_SHARES);
}

/**
 * One purchase of a buyer is decided at a time; held for a few milliseconds, never across a provider call.
 * The order of locks: turns (several by rising user id), then one order, then what belongs to it.
 */
export async function takeTurn(db: Db, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${PAYING_LOCK}, ${userId})`.execute(db);
}

/** Whether the buyer is paying for one of the items in another order right now. */
export async function isPayingElsewhere(
  db: Db,
  userId: number,
  orderId: number,
  items: Item[],
): Promise<boolean> {
  return (await paidElsewhere(db, userId, orderId, items)).length > 0;
}

/** Of the items, those for which the buyer is paying in another order; in a pool also while the others pay. */
export async function paidElsewhere<T extends Item>(
  db: Db,
  userId: number,
  orderId: number,
  items: T[],
): Promise<T[]> {
  const lines = await db
    .selectFrom('paymentAttempts')
    .innerJoin('orders', 'orders.id', 'paymentAttempts.orderId')
    .innerJoin('orderLines', 'orderLines.orderId', 'paymentAttempts.orderId')
    .select(['orderLines.albumId', 'orderLines.imageId'])
    .where('paymentAttempts.userId', '=', userId)
    .where('paymentAttempts.orderId', '<>', orderId)
    .where((eb) =>
      eb.or([
        eb('paymentAttempts.state', 'in', UNSETTLED),
        eb.and([eb('paymentAttempts.state', '=', 'succeeded'), eb('orders.state', '=', 'open')]),
      ]),
    )
    .execute();
  return items.filter((item) =>
    lines.some(
      (line) =>
        line.albumId === item.albumId &&
        (line.imageId === null || item.imageId === null || line.imageId === item.imageId),
    ),
  );
}

export type NewAttempt = {
  orderId: number;
  userId: number;
  sourceId: number | null;
  mode: PaymentMode;
  capture?: 'automatic' | 'manual';
  amountCents: number;
  facial: boolean;
  createdAt: Date;
};

export function insertAttempt(db: Db, attempt: NewAttempt) {
  return db
    .insertInto('paymentAttempts')
    .values(attempt)
    .returningAll()
    .$narrowType<AttemptWords>()
    .executeTakeFirstOrThrow();
}

export async function saveAttempt(
  db: Db,
  attemptId: number,
  change: {
    state: PaymentState;
    intentId: string | null;
    failureCode: CardFailure | null;
    settledAt: Date | null;
    holdUntil: Date | string | null;
  },
): Promise<void> {
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

export function findMethodId(db: Db, sourceId: number) {
  return db.selectFrom('paymentSources').select('methodId').where('id', '=', sourceId).executeTakeFirst();
}

export async function insertLedgerEntry(db: Db, entry: Insertable<LedgerEntries>): Promise<void> {
  await db.insertInto('ledgerEntries').values(entry).execute();
}

/** For news that comes as often as it likes. */
export async function addLedgerEntryOnce(db: Db, entry: Insertable<LedgerEntries>): Promise<void> {
  await db
    .insertInto('ledgerEntries')
    .values(entry)
    .onConflict((conflict) => conflict.columns(['kind', 'externalId']).doNothing())
    .execute();
}
