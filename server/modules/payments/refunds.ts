import { type Insertable, sql } from 'kysely';
import type { RefundState } from '#contract/rules/order-states.ts';
import type { AttemptRow } from '#server/modules/orders/payment-attempts.ts';
import type { Refunds } from '#server/platform/database/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';

export type RefundRow = NonNullable<Awaited<ReturnType<typeof findRefundById>>>;

type RefundTypes = { state: RefundState };

function selectRefunds(db: Db) {
  return db.selectFrom('refunds').selectAll().$narrowType<RefundTypes>();
}

export function findRefundById(db: Db, refundId: number, options: { lock?: boolean } = {}) {
  return selectRefunds(db)
    .where('id', '=', refundId)
    .$if(options.lock ?? false, (query) => query.forUpdate())
    .executeTakeFirst();
}

export function findRefundByKey(db: Db, key: string) {
  return selectRefunds(db).where('key', '=', key).executeTakeFirst();
}

export function findRefundByProviderId(db: Db, providerRefundId: string) {
  return selectRefunds(db).where('refundId', '=', providerRefundId).executeTakeFirst();
}

export function listRefundsByProviderId(db: Db, providerRefundIds: string[]) {
  return selectRefunds(db).where('refundId', '=', anyOf(providerRefundIds)).execute();
}

export function listUnsettledRefunds(db: Db, mode: PaymentMode, before: Date) {
  return selectRefunds(db)
    .where('state', 'in', ['reserved', 'pending'])
    .where('createdAt', '<', before.toISOString())
    .where('attemptId', 'in', (eb) => eb.selectFrom('paymentAttempts').select('id').where('mode', '=', mode))
    .orderBy('id')
    .execute();
}

export function listReservedRefunds(db: Db, orderId: number) {
  return selectRefunds(db)
    .where('orderId', '=', orderId)
    .where('state', '=', 'reserved')
    .orderBy('id')
    .execute();
}

export async function sumRefunds(db: Db, attemptId: number, { withReserved = true } = {}): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(coalesce(elsewhere.amount_cents, refunds.amount_cents)), 0)::integer as total
    from refunds left join returned_refunds elsewhere
      on elsewhere.refund_id = refunds.id and elsewhere.outcome = 'paid_another_way'
    where refunds.attempt_id = ${attemptId} and (elsewhere.id is not null or refunds.state not in ('failed',
      ${withReserved ? 'failed' : 'reserved'}))`.execute(db);
  return rows[0]?.total ?? 0;
}

export function listRefundLines(db: Db, refundId: number) {
  return db
    .selectFrom('refundLines')
    .select(['orderLineId', 'amountCents'])
    .where('refundId', '=', refundId)
    .orderBy('orderLineId')
    .execute();
}

/** Leaves out what failed. */
export function listRefundedParts(db: Db, orderId: number, { withReserved = true } = {}) {
  return db
    .selectFrom('refundLines')
    .innerJoin('refunds', 'refunds.id', 'refundLines.refundId')
    .select(['refundLines.orderLineId', 'refundLines.attemptId', 'refundLines.amountCents'])
    .where('refunds.orderId', '=', orderId)
    .where('refundLines.isLive', '=', true)
    .$if(!withReserved, (query) => query.where('refunds.state', '<>', 'reserved'))
    .orderBy('refundLines.refundId')
    .execute();
}

type RefundedLine = { orderLineId: number; amountCents: number };

/** No staff member made refunds of unfilled pools or from the provider's dashboard. */
export async function insertRefund(db: Db, refund: Insertable<Refunds>, lines: RefundedLine[]) {
  const row = await db
    .insertInto('refunds')
    .values(refund)
    .returningAll()
    .$narrowType<RefundTypes>()
    .executeTakeFirstOrThrow();
  if (lines.length > 0) {
    const { id: refundId, attemptId } = row;
    await db
      .insertInto('refundLines')
      .values(lines.map((line) => ({ refundId, attemptId, ...line })))
      .execute();
  }
  return row;
}

export async function saveRefund(db: Db, { id, state, refundId }: RefundRow): Promise<void> {
  await db.updateTable('refunds').set({ state, refundId }).where('id', '=', id).execute();
}

/** Called when a refund failed: the amounts now show what was paid another way. */
export async function reviveRefundLines(db: Db, refundId: number, lines: RefundedLine[]): Promise<void> {
  for (const { orderLineId, amountCents } of lines) {
    await db
      .updateTable('refundLines')
      .set({ isLive: true, amountCents })
      .where('refundId', '=', refundId)
      .where('orderLineId', '=', orderLineId)
      .execute();
  }
}

export async function setRefundLinesLive(db: Db, refundId: number, isLive: boolean): Promise<void> {
  await db.updateTable('refundLines').set({ isLive }).where('refundId', '=', refundId).execute();
}

/** Returns what disputes keep of each payment; the ledger tells it, not the state of the dispute. */
export async function listDisputedMoney(db: Db, orderIds: readonly number[]) {
  const { rows } = await sql<{ attemptId: number; lostCents: number; openCents: number }>`
    select attempt_id, coalesce(sum(kept) filter (where state = 'lost'), 0)::integer as lost_cents,
      coalesce(sum(kept) filter (where state <> 'lost'), 0)::integer as open_cents
    from (select attempt_id, state, -(select coalesce(sum(amount_cents), 0) from ledger_entries
        where external_id = dispute_id and kind in ('dispute', 'dispute_won')) as kept
      from disputes where order_id = any (${orderIds})) disputed
    where kept > 0 group by attempt_id`.execute(db);
  return new Map(rows.map(({ attemptId, ...money }) => [attemptId, money]));
}

const MEMO = 'The pool did not fill.';

/**
 * Called for a pool that ended unfilled: its refund has no lines, because nothing was delivered. What the bank has given back
 * after a lost dispute is not paid twice.
 */
export async function reserveWholeRefund(db: Db, attempt: AttemptRow, now: Date): Promise<void> {
  const { orderId, id: attemptId } = attempt;
  const lostCents = (await listDisputedMoney(db, [orderId])).get(attemptId)?.lostCents ?? 0;
  const amountCents = attempt.amountCents - lostCents - (await sumRefunds(db, attemptId));
  if (amountCents <= 0) return;
  await insertRefund(db, { orderId, attemptId, amountCents, memo: MEMO, madeBy: null, createdAt: now }, []);
}
