import type { Insertable } from 'kysely';
import type { RefundRequests } from '#server/platform/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database.ts';
import { isMoneyGone } from './refunds.queries.ts';

type RequestState = 'waiting' | 'approved' | 'declined' | 'withdrawn';

export type RefundRequestRow = NonNullable<Awaited<ReturnType<typeof findRefundRequest>>>;

export function findRefundRequest(db: Db, requestId: number, options: { lock?: boolean } = {}) {
  return db
    .selectFrom('refundRequests')
    .selectAll()
    .$narrowType<{ state: RequestState }>()
    .where('id', '=', requestId)
    .$if(options.lock ?? false, (query) => query.forUpdate())
    .executeTakeFirst();
}

export async function findWaitingRequest(db: Db, orderId: number): Promise<boolean> {
  return (await listWaitingRequests(db, [orderId])).length > 0;
}

export function listWaitingRequests(db: Db, orderIds: number[]) {
  return db
    .selectFrom('refundRequests')
    .selectAll()
    .$narrowType<{ state: RequestState }>()
    .where('orderId', '=', anyOf(orderIds))
    .where('state', '=', 'waiting')
    .execute();
}

export function insertRefundRequest(db: Db, request: Insertable<RefundRequests>): Promise<RefundRequestRow> {
  return db
    .insertInto('refundRequests')
    .values(request)
    .returningAll()
    .$narrowType<{ state: RequestState }>()
    .executeTakeFirstOrThrow();
}

export async function decideRequest(
  db: Db,
  { id, ...decision }: { id: number; state: RequestState; decidedBy: number; decidedAt: Date },
): Promise<void> {
  await db.updateTable('refundRequests').set(decision).where('id', '=', id).execute();
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
    .where(isMoneyGone({ withReserved: true }))
    .where((eb) => {
      if ('madeBy' in of) return eb('madeBy', '=', of.madeBy);
      if ('orderId' in of) return eb('orderId', '=', of.orderId);
      const paid = eb.selectFrom('paymentAttempts').select('paymentAttempts.id');
      return eb('attemptId', 'in', paid.where('paymentAttempts.userId', '=', of.payerId));
    })
    .executeTakeFirstOrThrow();
  return Number(total);
}
