import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { PaymentRefused } from '#server/platform/payments/payment-types.ts';

const MAX_PER_RUN = 200;

type Due = {
  orderId: number;
  orderKey: string;
  calculationId: string;
  /** Null for the sale. */
  entryId: number | null;
  externalId: string | null;
  amountCents: number;
  saleId: string | null;
};

/**
 * Tells Stripe Tax of sales and refunds. What is owed follows from orders and ledger, so nothing is lost when a process
 * dies between a payment and its booking. The keys make a repeated call the same booking.
 */
export async function bookTax(context: Context): Promise<void> {
  for (const due of await listDue(context)) await bookOne(context, due);
}

async function bookOne({ db, payments, clock, log }: Context, due: Due): Promise<void> {
  const reference = referenceOf(due);
  const made = { orderId: due.orderId, ledgerEntryId: due.entryId, reference, bookedAt: clock.now() };
  const save = (result: { transactionId: string } | { failure: string }) =>
    db
      .insertInto('taxBookings')
      .values({ ...made, ...result })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  try {
    const transactionId =
      due.entryId === null || due.saleId === null
        ? await payments.bookTax({ calculationId: due.calculationId, reference })
        : await payments.reverseTax({ transactionId: due.saleId, reference, amountCents: due.amountCents });
    await save({ transactionId });
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    log.error({ order: due.orderId, reference, err: error }, 'Stripe Tax refused a booking');
    await save({ failure: String((error.cause as Error).message).slice(0, 500) });
  }
}

/** The key of the order is a secret, and its number alone is not unique at the provider. */
function referenceOf({ orderId, orderKey, externalId }: Due): string {
  if (externalId !== null) return `refund-${externalId}`;
  return `order-${orderId}-${createHash('sha256').update(orderKey).digest('hex').slice(0, 16)}`;
}

/** A refund waits for its sale, and an order for its payment. */
async function listDue({ db, payments }: Context): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select o.id as order_id, o.key as order_key, o.tax_calculation_id as calculation_id, null::integer as entry_id,
      null::text as external_id, o.total_cents as amount_cents, null::text as sale_id
    from orders o
    where o.tax_calculation_id is not null and o.paid_at is not null
      and exists (select from ledger_entries charge where charge.order_id = o.id and charge.mode = ${payments.mode})
      and not exists (select from tax_bookings sale where sale.order_id = o.id and sale.ledger_entry_id is null)
    union all
    select o.id, o.key, o.tax_calculation_id, entry.id, entry.external_id, entry.amount_cents, sale.transaction_id
    from tax_bookings sale
    join orders o on o.id = sale.order_id
    join ledger_entries entry on entry.order_id = o.id and entry.kind = 'refund' and entry.mode = ${payments.mode}
    where sale.ledger_entry_id is null and sale.transaction_id is not null
      and not exists (select from tax_bookings own where own.ledger_entry_id = entry.id)
    order by order_id limit ${MAX_PER_RUN}`.execute(db);
  return rows;
}
