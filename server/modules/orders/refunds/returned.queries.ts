import type { ReturnedOutcome } from '#contract/rules/order-states.ts';
import { anyOf, type Db } from '#server/platform/database.ts';

export type ReturnedRefundRow = NonNullable<Awaited<ReturnType<typeof findReturnedRefund>>>;

function selectReturned(db: Db) {
  return db.selectFrom('returnedRefunds').selectAll().$narrowType<{ outcome: ReturnedOutcome | null }>();
}

export function findReturnedRefund(db: Db, id: number, options: { lock?: boolean } = {}) {
  return selectReturned(db)
    .where('id', '=', id)
    .$if(options.lock ?? false, (query) => query.forUpdate())
    .executeTakeFirst();
}

export function findReturnedByRefund(db: Db, refundId: number) {
  return selectReturned(db).where('refundId', '=', refundId).executeTakeFirst();
}

export function listReturnedRefunds(db: Db, orderIds: number[]) {
  return selectReturned(db).where('orderId', '=', anyOf(orderIds)).orderBy('id').execute();
}

/** Lists what is still owed of a payment, the oldest first. */
export function listOpenCases(db: Db, attemptId: number) {
  return selectReturned(db)
    .where('attemptId', '=', attemptId)
    .where('closedAt', 'is', null)
    .orderBy('id')
    .execute();
}

export async function sumPaidAnotherWay(db: Db, attemptId: number): Promise<number> {
  const { total } = await db
    .selectFrom('returnedRefunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amountCents'), eb.lit(0)).as('total'))
    .where('attemptId', '=', attemptId)
    .where('outcome', '=', 'paid_another_way')
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** A refund that was sent again and came back again is owed since the first time. */
export async function openReturnedRefund(
  db: Db,
  opened: {
    refundId: number;
    orderId: number;
    attemptId: number;
    amountCents: number;
    hasGoods: boolean;
    now: Date;
  },
): Promise<void> {
  const { now, ...refund } = opened;
  const earlier = await db
    .selectFrom('returnedRefunds')
    .select((eb) => eb.fn.min('owedSince').as('owedSince'))
    .where('retryRefundId', '=', refund.refundId)
    .executeTakeFirst();
  await db
    .insertInto('returnedRefunds')
    .values({ ...refund, owedSince: earlier?.owedSince ?? now, createdAt: now })
    .execute();
}

export async function closeReturnedRefund(
  db: Db,
  id: number,
  change: {
    outcome: ReturnedOutcome;
    note?: string;
    retryRefundId?: number;
    closedBy: number | null;
    closedAt: Date;
  },
): Promise<void> {
  await db.updateTable('returnedRefunds').set(change).where('id', '=', id).execute();
}

export async function saveRetry(db: Db, id: number, retryRefundId: number): Promise<void> {
  await db.updateTable('returnedRefunds').set({ retryRefundId }).where('id', '=', id).execute();
}

export async function saveOwed(db: Db, id: number, amountCents: number): Promise<void> {
  await db.updateTable('returnedRefunds').set({ amountCents }).where('id', '=', id).execute();
}
