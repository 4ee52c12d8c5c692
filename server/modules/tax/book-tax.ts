import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RefusedBooking } from '#contract/endpoints/tax.ts';
import type { Context } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { PaymentRefused, PaymentStuck, PaymentUnknown } from '#server/platform/payments/payment-types.ts';
import { toIso } from '#server/platform/time/timestamps.ts';

const MAX_PER_PASS = 200;
const NOTHING_LEFT = 'Nothing is left to reverse';
/** Stripe undoes a reversal as a whole only. */
const PART_CAME_BACK = 'A part of a dispute came back after its loss was recorded. Record this part by hand';
const MAX_SHOWN = 200;
/** If the provider does not answer, the remaining bookings wait for the next run. */
const MAX_UNCLEAR = 3;

type Due = {
  orderId: number;
  orderKey: string;
  calculationId: string;
  /** Null for the sale. */
  entryId: number | null;
  kind: keyof typeof REFERENCES | null;
  externalId: string | null;
  amountCents: number;
  /** The transaction to reverse: the sale, or the reversal of money that came back. */
  originalId: string | null;
  /** Less came back than was reversed. */
  isPart: boolean;
};

const REFERENCES = {
  refund: (id: string) => `refund-${id}`,
  refund_failed: (id: string) => `refund-${id}-returned`,
  dispute: (id: string) => `dispute-${id}`,
  dispute_won: (id: string) => `dispute-${id}-won`,
};

/**
 * Tells Stripe Tax of sales, refunds and lost disputes, and of refunds that the bank returned. What is owed follows from
 * orders and ledger, so nothing is lost when a process dies between a payment and its booking. The keys make a repeated
 * call the same booking.
 */
export async function bookTax(context: Context): Promise<void> {
  const unclear: PaymentUnknown[] = [];
  const skipped: number[] = [];
  for (;;) {
    const due = await listDue(context, { skipped });
    for (const one of due) {
      try {
        await bookOne(context, one);
      } catch (error) {
        if (!(error instanceof PaymentUnknown)) throw error;
        unclear.push(error);
        skipped.push(one.orderId);
      }
      if (unclear.length === MAX_UNCLEAR) break;
    }
    if (due.length === 0 || unclear.length === MAX_UNCLEAR) break;
  }
  if (unclear[0]) throw unclear[0];
}

/** Somebody may have put right what Stripe refused, such as a missing registration. What still is refused stays on the list. */
export async function retryBooking(
  context: Context,
  actor: Actor,
  id: number,
): Promise<{ failure: string | null }> {
  const { db } = context;
  const refused = await db
    .selectFrom('taxBookings')
    .select(['id', 'orderId', 'ledgerEntryId', 'failure', 'bookedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!refused || refused.failure === null) throw new AppError('not_found');
  const { orderId, bookedAt } = refused;
  const [due] = await listDue(context, { refused });
  if (!due) throw new AppError('conflict', { message: 'There is nothing left to record.' });
  await recordAudit(db, { actorId: actor.userId, action: 'tax.retry', subject: `order:${orderId}` });
  try {
    return { failure: await bookOne(context, due, String(Date.parse(bookedAt))) };
  } catch (error) {
    if (!(error instanceof PaymentUnknown)) throw error;
    throw new AppError('conflict', { message: 'Stripe did not answer. Try again in a minute.' });
  }
}

/** Returns why Stripe refused, or null. */
async function bookOne(
  { db, payments, clock, log }: Context,
  due: Due,
  retry?: string,
): Promise<string | null> {
  const reference = referenceOf(due);
  const made = { orderId: due.orderId, ledgerEntryId: due.entryId, reference };
  const save = async (result: { transactionId: string } | { failure: string }) => {
    const outcome = { transactionId: null, failure: null, bookedAt: clock.now(), ...result };
    await db
      .insertInto('taxBookings')
      .values({ ...made, ...outcome })
      .onConflict((conflict) =>
        conflict.column('reference').doUpdateSet(outcome).where('taxBookings.transactionId', 'is', null),
      )
      .execute();
    return outcome.failure;
  };
  const { originalId: transactionId, calculationId, kind, amountCents } = due;
  if (kind !== null && amountCents === 0) return save({ failure: NOTHING_LEFT });
  if (due.isPart) return save({ failure: PART_CAME_BACK });
  const isUndone = kind === 'refund_failed' || kind === 'dispute_won';
  try {
    const book = (retry?: string) =>
      transactionId === null
        ? payments.bookTax({ calculationId, reference, retry })
        : payments.reverseTax({
            transactionId,
            reference,
            amountCents: isUndone ? 'all' : amountCents,
            retry,
          });
    const booked = await book(retry).catch((error: unknown) => {
      if (!(error instanceof PaymentStuck)) throw error;
      // The provider takes each reference once, so another key cannot book twice.
      return book(String(clock.now().getTime()));
    });
    return await save({ transactionId: booked });
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    log.error({ order: due.orderId, reference, err: error }, 'Stripe Tax refused a booking');
    return save({ failure: String((error.cause as Error).message).slice(0, 500) });
  }
}

/** The key of the order is a secret, and its number alone is not unique at the provider. */
function referenceOf({ orderId, orderKey, kind, externalId }: Due): string {
  if (kind !== null && externalId !== null) return REFERENCES[kind](externalId);
  return `order-${orderId}-${createHash('sha256').update(orderKey).digest('hex').slice(0, 16)}`;
}

type Wanted =
  | { skipped: number[] }
  | { refused: { id: number; orderId: number; ledgerEntryId: number | null } };

/**
 * The next booking of each order, or one that was refused. A reversal waits for its sale, a dispute until it is lost, and what
 * came back for the reversal that it undoes, unless that left it out already. Of a payment that was refunded and disputed, no
 * more is reversed than was sold.
 */
async function listDue({ db, payments }: Context, wanted: Wanted): Promise<Due[]> {
  const refusedId = 'refused' in wanted ? wanted.refused.id : null;
  const isWanted =
    'refused' in wanted
      ? sql`due.order_id = ${wanted.refused.orderId}
          and due.entry_id is not distinct from ${wanted.refused.ledgerEntryId}::integer`
      : sql`due.order_id <> all (${wanted.skipped}::integer[])`;
  const { rows } = await sql<Due>`
    select distinct on (due.order_id) due.*, o.key as order_key, o.tax_calculation_id as calculation_id
    from (
      select o.id as order_id, null::integer as entry_id, null::text as kind, null::text as external_id,
        o.total_cents as amount_cents, null::text as original_id, false as is_part
      from orders o
      where o.tax_calculation_id is not null and o.paid_at is not null
        and exists (select from ledger_entries charge where charge.order_id = o.id and charge.mode = ${payments.mode})
        and not exists (select from tax_bookings sale where sale.order_id = o.id and sale.ledger_entry_id is null
          and sale.id is distinct from ${refusedId}::integer)
      union all
      select entry.order_id, entry.id, entry.kind, entry.external_id,
        case when entry.amount_cents > 0 then entry.amount_cents
          else least(-entry.amount_cents - won.cents, greatest(0, o.total_cents + taken.cents)) end,
        case when entry.amount_cents > 0 then undone.transaction_id else sale.transaction_id end,
        entry.amount_cents > 0 and entry.amount_cents < -reversed.amount_cents
      from tax_bookings sale
      join orders o on o.id = sale.order_id
      join ledger_entries entry on entry.order_id = o.id and entry.mode = ${payments.mode}
        and entry.kind in ('refund', 'refund_failed', 'dispute', 'dispute_won')
      cross join lateral (
        select coalesce(sum(other.amount_cents), 0)::integer as cents from ledger_entries other
        where entry.kind = 'dispute' and other.kind = 'dispute_won' and other.external_id = entry.external_id) won
      cross join lateral (
        select coalesce(sum(other.amount_cents), 0)::integer as cents
        from tax_bookings own join ledger_entries booked on booked.id = own.ledger_entry_id
        join ledger_entries other on other.id = booked.id or booked.kind = 'dispute' and other.kind = 'dispute_won'
          and other.external_id = booked.external_id and other.created_at <= own.booked_at
        where own.order_id = o.id and own.transaction_id is not null) taken
      left join ledger_entries reversed on reversed.external_id = entry.external_id
        and reversed.kind = case entry.kind when 'refund_failed' then 'refund' when 'dispute_won' then 'dispute' end
      left join tax_bookings undone on undone.ledger_entry_id = reversed.id
      left join disputes on entry.kind = 'dispute' and disputes.dispute_id = entry.external_id
      where sale.ledger_entry_id is null and sale.transaction_id is not null
        and not exists (select from tax_bookings own where own.ledger_entry_id = entry.id
          and own.id is distinct from ${refusedId}::integer)
        and case when entry.amount_cents > 0 then undone.transaction_id is not null
            and (entry.kind = 'refund_failed' or undone.booked_at < entry.created_at)
          else entry.kind = 'refund' or disputes.state = 'lost' end
    ) due
    join orders o on o.id = due.order_id
    where ${isWanted}
    order by due.order_id, due.entry_id nulls first
    limit ${MAX_PER_PASS}`.execute(db);
  return rows;
}

/** The page Tax is the only notice a bookkeeper gets, so the newest come first. */
export async function listRefused(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  { from, to }: { from: string; to: string },
): Promise<RefusedBooking[]> {
  const { rows } = await sql<RefusedBooking>`
    select booking.id, booking.reference, booking.order_id as order, booking.failure, booking.booked_at as at
    from tax_bookings booking
    where booking.failure <> ${NOTHING_LEFT}
      and booking.booked_at >= ${`${from}-01`}::date and booking.booked_at < ${`${to}-01`}::date + interval '1 month'
      and exists (select from ledger_entries entry
        where entry.order_id = booking.order_id and entry.mode = ${payments.mode})
    order by booking.id desc limit ${MAX_SHOWN}`.execute(db);
  return rows.map((row) => ({ ...row, at: toIso(row.at) }));
}
