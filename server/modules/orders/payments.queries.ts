import { type Insertable, sql } from 'kysely';
import type { PaymentState } from '#contract/rules/order-states.ts';
import type { LedgerEntries } from '#server/platform/database.gen.ts';
import type { Db } from '#server/platform/database.ts';
import type { CardFailure, PaymentMode } from '#server/platform/payments/payment-types.ts';
import type { Item } from './entitlements.queries.ts';

const UNSETTLED = ['processing', 'requires_action', 'authorised'] as const;
/** Spaces our advisory locks from others'. */
const PAYING_LOCK = 4001;

export type AttemptRow = NonNullable<Awaited<ReturnType<typeof findAttempt>>>;

function selectAttempts(db: Db) {
  return db
    .selectFrom('paymentAttempts')
    .selectAll()
    .$narrowType<{ state: PaymentState; failureCode: CardFailure | null; mode: PaymentMode }>();
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

export function listUnsettledAttempts(db: Db, mode: PaymentMode, before: Date) {
  return selectAttempts(db)
    .where('state', 'in', UNSETTLED)
    .where('mode', '=', mode)
    .where('createdAt', '<', before.toISOString())
    .orderBy('id')
    .execute();
}

/** One purchase of a buyer is decided at a time; held for a few milliseconds, never across a provider call. */
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
  const lines = await db
    .selectFrom('paymentAttempts')
    .innerJoin('orderLines', 'orderLines.orderId', 'paymentAttempts.orderId')
    .select(['orderLines.albumId', 'orderLines.imageId'])
    .where('paymentAttempts.userId', '=', userId)
    .where('paymentAttempts.orderId', '<>', orderId)
    .where('paymentAttempts.state', 'in', UNSETTLED)
    .execute();
  return lines.some((line) =>
    items.some(
      (item) =>
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
  amountCents: number;
  facial: boolean;
  createdAt: Date;
};

export function insertAttempt(db: Db, attempt: NewAttempt) {
  return db
    .insertInto('paymentAttempts')
    .values(attempt)
    .returningAll()
    .$narrowType<{ state: PaymentState; failureCode: CardFailure | null; mode: PaymentMode }>()
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
  },
): Promise<void> {
  await db.updateTable('paymentAttempts').set(change).where('id', '=', attemptId).execute();
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
