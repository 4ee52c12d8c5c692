import type { Insertable } from 'kysely';
import type { RefundRequests } from '#server/platform/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database.ts';

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

/** Refunds that a second person approved do not count. */
export async function sumRefundsMadeAlone(
  db: Db,
  { orderId, madeBy, since }: { orderId: number; madeBy: number; since: Date },
): Promise<number> {
  const { total } = await db
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amountCents'), eb.lit(0)).as('total'))
    .where('orderId', '=', orderId)
    .where('madeBy', '=', madeBy)
    .where('requestId', 'is', null)
    .where('state', '<>', 'failed')
    .where('createdAt', '>', since.toISOString())
    .executeTakeFirstOrThrow();
  return Number(total);
}
