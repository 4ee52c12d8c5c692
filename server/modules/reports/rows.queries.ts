import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import { inRange, type LedgerRange } from './ledger-range.queries.ts';
import { conditionsOfRows, type RowFilter } from './row-filter.queries.ts';
import type { EntryKind } from './sums.rules.ts';

export type RowSort = { by: 'time' | 'amount'; isDown: boolean };
/** The last row of the previous page; the amount matters only when sorting by amount. */
export type RowPlace = { entryId: number; lineId: number; amountCents: number };

export type MoneyRow = {
  entryId: number;
  lineId: number;
  createdAt: string;
  kind: EntryKind;
  amountCents: number;
  orderId: number;
  albumId: number;
  programName: string;
  teamName: string;
  imageId: number | null;
  isImage: boolean;
  eventId: number;
  eventName: string;
  brandName: string;
  userId: number;
  userName: string;
  facial: boolean;
  isPool: boolean;
  couponCode: string | null;
};

type RowsAsked = {
  filter: RowFilter;
  sort: RowSort;
  after: RowPlace | undefined;
  start: number;
  limit: number;
};

export async function listMoneyRows(
  db: Db,
  range: LedgerRange,
  { filter, sort, after, start, limit }: RowsAsked,
): Promise<MoneyRow[]> {
  const way = sort.isDown ? sql`desc` : sql`asc`;
  const value = sort.by === 'time' ? sql`occurred_at` : sql`amount_cents`;
  const order = sql`order by ${value} ${way}, entry_id ${way}, order_line_id ${way}`;
  const conditions = [...(await conditionsOfRows(db, filter)), ...(after ? [behindPlace(sort, after)] : [])];
  const isFound = sql`${inRange(range)} ${and(conditions)}`;
  const part = sql`${order} offset ${start} limit ${limit}`;
  const page = isScattered(filter, sort)
    ? sql`
      with found as materialized (
        select line.entry_id, line.order_line_id, line.amount_cents from ledger_lines line where ${isFound}),
      place as (select entry_id, order_line_id from found ${part}),
      page as (select line.* from place join ledger_lines line using (entry_id, order_line_id))`
    : sql`with page as (select line.* from ledger_lines line where ${isFound} ${part})`;
  const { rows } = await sql<MoneyRow>`
    ${page}
    select page.entry_id, page.order_line_id as line_id, page.amount_cents, page.occurred_at as created_at, page.kind,
      page.order_id, page.album_id, albums.program_name, albums.team_name, page.image_id, page.is_image,
      page.event_id, events.name as event_name, events.brand_name, users.id as user_id,
      users.name as user_name, page.facial, page.is_pool, coupons.code as coupon_code
    from page join albums on albums.id = page.album_id
      join events on events.id = page.event_id
      join payment_attempts attempt on attempt.id = page.attempt_id
      join users on users.id = attempt.user_id
      left join coupons on coupons.id = page.coupon_id
    ${order}`.execute(db);
  return rows;
}

/**
 * Refunds and shares of pools are far from the highest amounts. PostgreSQL does not know that and would read almost every
 * row in the order of amounts, so such rows are found first and then sorted.
 */
const isScattered = ({ kinds, isPool, isImage, hasCoupon }: RowFilter, { by }: RowSort): boolean =>
  by === 'amount' && [kinds, isPool, isImage, hasCoupon].some((wanted) => wanted !== undefined);

export async function sumMoneyRows(
  db: Db,
  range: LedgerRange,
  filter: RowFilter,
): Promise<{ rows: number; cents: number }> {
  const conditions = await conditionsOfRows(db, filter);
  const { rows } = await sql<{ rows: number; cents: number }>`
    select count(*) as rows, coalesce(sum(amount_cents), 0) as cents from ledger_lines line
    where ${inRange(range)} ${and(conditions)}`.execute(db);
  return rows[0] as { rows: number; cents: number };
}

const and = (conditions: readonly RawBuilder<unknown>[]) =>
  sql.join(
    conditions.map((condition) => sql`and ${condition}`),
    sql` `,
  );

function behindPlace({ by, isDown }: RowSort, { entryId, lineId, amountCents }: RowPlace) {
  const [own, last] =
    by === 'time'
      ? [sql`line.occurred_at`, momentOf(entryId)]
      : [sql`line.amount_cents`, sql`${amountCents}::bigint`];
  const isBehind = isDown ? sql`<` : sql`>`;
  return sql`(${own}, line.entry_id, line.order_line_id) ${isBehind} (${last}, ${entryId}::bigint, ${lineId}::bigint)`;
}

/** Read from the entry itself, because a client timestamp loses the microseconds. */
const momentOf = (entryId: number) =>
  sql`(select created_at from ledger_entries where id = ${entryId}::bigint)`;

export async function findLastEntryId(db: Db): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(id), 0) as last from ledger_entries`.execute(db);
  return rows[0]?.last ?? 0;
}
