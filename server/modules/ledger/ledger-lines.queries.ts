import { type Insertable, sql } from 'kysely';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { eventsToJoin } from '#server/modules/catalogue/events.ts';
import type {
  LedgerLineShares,
  LedgerLines,
  LedgerLineTaxes,
} from '#server/platform/database/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';

export async function lockOrders(db: Db, orderIds: number[]): Promise<void> {
  await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', anyOf(orderIds))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export function listEntriesOfOrder(db: Db, orderId: number) {
  return db
    .selectFrom('ledgerEntries as entry')
    .innerJoin('paymentAttempts as attempt', 'attempt.id', 'entry.attemptId')
    .select(['entry.id', 'entry.orderId', 'entry.kind', 'entry.attemptId', 'entry.mode'])
    .select(['entry.externalId', 'entry.amountCents', 'entry.createdAt'])
    .select(['attempt.facial', 'attempt.userId'])
    .where('entry.orderId', '=', orderId)
    .orderBy('entry.id')
    .execute();
}

export function listLinesOfOrder(db: Db, orderId: number) {
  return db
    .selectFrom('orderLines as line')
    .innerJoin('orders', 'orders.id', 'line.orderId')
    .innerJoin(albumsToJoin(db).as('album'), 'album.id', 'line.albumId')
    .innerJoin(eventsToJoin(db).as('event'), 'event.id', 'album.eventId')
    .select(['line.id', 'line.orderId', 'line.albumId', 'line.imageId'])
    .select(['line.totalCents', 'line.taxCents', 'line.discountCents'])
    .select(['album.eventId', 'event.producerName'])
    .select(['orders.isPool', 'orders.couponId', 'orders.paidAt'])
    .where('line.orderId', '=', orderId)
    .orderBy('line.id')
    .execute();
}

export function listLedgerLines(db: Db, orderId: number) {
  return db
    .selectFrom('ledgerLines')
    .select(['id', 'entryId', 'orderLineId', 'amountCents', 'taxCents', 'discountCents', 'sales'])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute();
}

export function listLineShares(db: Db, lineIds: number[]) {
  return db.selectFrom('ledgerLineShares').selectAll().where('lineId', '=', anyOf(lineIds)).execute();
}

/** Lists the refunds of the order with the lines they name; `orderLineId` is null for a refund that names none. */
export function listRefundsOfOrder(db: Db, orderId: number) {
  return db
    .selectFrom('refunds')
    .leftJoin('refundLines', 'refundLines.refundId', 'refunds.id')
    .select(['refunds.attemptId', 'refunds.refundId'])
    .select(['refundLines.orderLineId', 'refundLines.amountCents'])
    .where('refunds.orderId', '=', orderId)
    .orderBy('refunds.id')
    .execute();
}

/** Returns the numbers of the lines in their order. */
export async function insertLedgerLines(db: Db, lines: Insertable<LedgerLines>[]): Promise<number[]> {
  const rows = await db.insertInto('ledgerLines').values(lines).returning('id').execute();
  return rows.map(({ id }) => id);
}

export async function insertLineShares(db: Db, shares: Insertable<LedgerLineShares>[]): Promise<void> {
  await db.insertInto('ledgerLineShares').values(shares).execute();
}

export function listTaxesOfLines(db: Db, orderLineIds: number[]) {
  return db
    .selectFrom('orderLineTaxes')
    .select(['orderLineId', 'name', 'country', 'state', 'kind', 'rateMillionths', 'taxCents'])
    .where('orderLineId', '=', anyOf(orderLineIds))
    .where('taxCents', '>', 0)
    .orderBy('orderLineId')
    .orderBy('position')
    .execute();
}

export async function insertLineTaxes(db: Db, taxes: Insertable<LedgerLineTaxes>[]): Promise<void> {
  await db.insertInto('ledgerLineTaxes').values(taxes).execute();
}

/** Lists entries without lines, and entries whose lines, shares or tax do not add up to them. */
export async function listEntriesOff(db: Db, before: Date, limit: number) {
  const { rows } = await sql<{ entryId: number; entryCents: number; lineCents: number; shareCents: number }>`
    with shares as (
      select line_id, sum(amount_cents)::int as cents, coalesce(sum(tax_cents), 0)::int as tax
      from ledger_line_shares group by 1),
    taxes as (select line_id, sum(tax_cents)::int as cents from ledger_line_taxes group by 1),
    lines as (
      select line.entry_id, sum(line.amount_cents)::int as cents, coalesce(sum(shares.cents), 0)::int as shares,
        bool_or(line.tax_cents <> coalesce(shares.tax, 0) or line.tax_cents <> taxes.cents) as is_tax_off
      from ledger_lines line left join shares on shares.line_id = line.id
      left join taxes on taxes.line_id = line.id group by 1)
    select entry.id as entry_id, entry.amount_cents as entry_cents, coalesce(lines.cents, 0) as line_cents,
      coalesce(lines.shares, 0) as share_cents
    from ledger_entries entry left join lines on lines.entry_id = entry.id
    where entry.created_at < ${before}
      and ((lines.cents, lines.shares) is distinct from (entry.amount_cents, entry.amount_cents)
        or lines.is_tax_off)
    order by entry.id limit ${limit}`.execute(db);
  return rows;
}
