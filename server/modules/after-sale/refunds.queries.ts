import type { Insertable, Updateable } from 'kysely';
import type { DisputeRefundReason, ReturnedOutcome } from '#contract/rules/order-states.ts';
import { isLineRefunded } from '#server/modules/orders/entitlements.ts';
import type { RefundRequests, ReturnedRefunds } from '#server/platform/database/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';

/** An order that cost nothing has no amounts that would show what has ended. */
export async function isEveryLineRefunded(db: Db, orderId: number): Promise<boolean> {
  const open = await db
    .selectFrom('orderLines')
    .select('id')
    .where('orderId', '=', orderId)
    .where(({ not }) => not(isLineRefunded))
    .limit(1)
    .executeTakeFirst();
  return open === undefined;
}

export async function addRefunded(db: Db, orderLineId: number, amountCents: number): Promise<void> {
  await db
    .updateTable('orderLines')
    .set((eb) => ({ refundedCents: eb('refundedCents', '+', amountCents) }))
    .where('id', '=', orderLineId)
    .execute();
}

type RequestTypes = {
  state: 'waiting' | 'approved' | 'declined' | 'withdrawn';
  disputeReason: DisputeRefundReason | null;
};

export type RefundRequestRow = NonNullable<Awaited<ReturnType<typeof findRefundRequest>>>;

function selectRequests(db: Db) {
  return db.selectFrom('refundRequests').selectAll().$narrowType<RequestTypes>();
}

export function findRefundRequest(db: Db, requestId: number, options: { lock?: boolean } = {}) {
  return selectRequests(db)
    .where('id', '=', requestId)
    .$if(options.lock ?? false, (query) => query.forUpdate())
    .executeTakeFirst();
}

export async function findLatestRefund(db: Db, orderId: number): Promise<number | null> {
  const { latest } = await db
    .selectFrom('refunds')
    .select((eb) => eb.fn.max('id').as('latest'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow();
  return latest;
}

export function listWaitingRequests(db: Db, orderIds: number[]) {
  return selectRequests(db).where('orderId', '=', anyOf(orderIds)).where('state', '=', 'waiting').execute();
}

export function insertRefundRequest(db: Db, request: Insertable<RefundRequests>): Promise<RefundRequestRow> {
  return db
    .insertInto('refundRequests')
    .values(request)
    .returningAll()
    .$narrowType<RequestTypes>()
    .executeTakeFirstOrThrow();
}

export async function updateRequest(db: Db, id: number, change: Updateable<RefundRequests>): Promise<void> {
  await db.updateTable('refundRequests').set(change).where('id', '=', id).execute();
}

/**
 * Sums what staff refunded without a second person: by one of them, of one order, or to one customer. A refund that the
 * bank returned counts only if the money was paid another way.
 */
export async function sumRefundsMadeAlone(
  db: Db,
  since: Date,
  of: { madeBy: number } | { orderId: number } | { payerId: number },
): Promise<number> {
  const { total } = await db
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amountCents'), eb.lit(0)).as('total'))
    .where('madeBy', 'is not', null)
    .where('requestId', 'is', null)
    .where('createdAt', '>', since.toISOString())
    .where((eb) => {
      const returned = eb.selectFrom('returnedRefunds').select('returnedRefunds.refundId');
      const elsewhere = returned.where('returnedRefunds.outcome', '=', 'paid_another_way');
      return eb.or([eb('state', '<>', 'failed'), eb('id', 'in', elsewhere)]);
    })
    .where((eb) => {
      if ('madeBy' in of) return eb('madeBy', '=', of.madeBy);
      if ('orderId' in of) return eb('orderId', '=', of.orderId);
      const paid = eb.selectFrom('paymentAttempts').select('paymentAttempts.id');
      return eb('attemptId', 'in', paid.where('paymentAttempts.userId', '=', of.payerId));
    })
    .executeTakeFirstOrThrow();
  return Number(total);
}

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
  refund: Omit<Insertable<ReturnedRefunds>, 'owedSince' | 'createdAt'> & { createdAt: Date },
): Promise<void> {
  const earlier = await db
    .selectFrom('returnedRefunds')
    .select((eb) => eb.fn.min('owedSince').as('owedSince'))
    .where('retryRefundId', '=', refund.refundId)
    .executeTakeFirst();
  await db
    .insertInto('returnedRefunds')
    .values({ ...refund, owedSince: earlier?.owedSince ?? refund.createdAt })
    .execute();
}

export async function updateReturned(db: Db, id: number, change: Updateable<ReturnedRefunds>): Promise<void> {
  await db.updateTable('returnedRefunds').set(change).where('id', '=', id).execute();
}
