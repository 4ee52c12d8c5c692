import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import { type EntryKind, type LedgerRange, ledgerParts } from './ledger-parts.queries.ts';
import type { Period } from './period.queries.ts';
import { conditionsOfEntries, conditionsOfRows, type RowFilter } from './row-filter.queries.ts';

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

/** Sorted by time, the next few entries almost always fill a page; sorted by amount, all must be read. */
export async function listMoneyRows(db: Db, range: LedgerRange, asked: RowsAsked): Promise<MoneyRow[]> {
  if (asked.sort.by === 'amount') return readRows(db, range, asked, null);
  const most = asked.start + asked.limit + 1;
  const rows = await readRows(db, range, asked, most);
  const isAll = rows.length === asked.limit || (rows[0] && rows[0].entries < most);
  return isAll ? rows : readRows(db, range, asked, null);
}

async function readRows(
  db: Db,
  range: LedgerRange,
  { filter, sort, after, start, limit }: RowsAsked,
  mostEntries: number | null,
): Promise<(MoneyRow & { entries: number })[]> {
  const way = sort.isDown ? sql`desc` : sql`asc`;
  const value = sort.by === 'time' ? sql`moved_at` : sql`cents`;
  const order = sql`order by ${value} ${way}, entry_id ${way}, line_id ${way}`;
  const entries = [...conditionsOfEntries(filter), ...(after ? fromPlace(sort, after) : [])];
  const rows = [...conditionsOfRows(filter), ...(after ? [behindPlace(sort, after)] : [])];
  const nearest =
    mostEntries === null ? sql`` : sql`order by created_at ${way}, id ${way} limit ${mostEntries}`;
  const { rows: found } = await sql<MoneyRow & { entries: number }>`
    with ${ledgerParts(range, sql`${and(entries)} ${nearest}`)},
    page as (
      select entry_id, line_id, parts.amount_cents as cents, entries.created_at as moved_at, entries.kind,
        entries.order_id, entries.attempt_id
      ${FROM_PARTS} where true ${and(rows)} ${order} offset ${start} limit ${limit})
    select page.entry_id, page.line_id, page.cents as amount_cents, page.moved_at as created_at, page.kind,
      page.order_id, albums.id as album_id, albums.program_name, albums.team_name, line.image_id,
      events.id as event_id, events.name as event_name, events.brand_name, users.id as user_id,
      users.name as user_name, attempt.facial, orders.is_pool, coupons.code as coupon_code,
      (select count(*) from entries) as entries
    from page join order_lines line on line.id = page.line_id
      join albums on albums.id = line.album_id
      join events on events.id = albums.event_id
      join orders on orders.id = page.order_id
      join payment_attempts attempt on attempt.id = page.attempt_id
      join users on users.id = attempt.user_id
      left join coupons on coupons.id = orders.coupon_id
    ${order}`.execute(db);
  return found;
}

export async function sumMoneyRows(
  db: Db,
  range: LedgerRange,
  filter: RowFilter,
): Promise<{ rows: number; cents: number }> {
  const { rows } = await sql<{ rows: number; cents: number }>`
    with ${ledgerParts(range, and(conditionsOfEntries(filter)))}
    select count(*) as rows, coalesce(sum(parts.amount_cents), 0) as cents
    ${FROM_PARTS} where true ${and(conditionsOfRows(filter))}`.execute(db);
  return rows[0] as { rows: number; cents: number };
}

/** Left joins let PostgreSQL skip tables that no condition needs; no row is ever without a line or attempt. */
const FROM_PARTS = sql`from parts join entries on entries.id = parts.entry_id
  left join order_lines line on line.id = parts.line_id
  left join payment_attempts attempt on attempt.id = entries.attempt_id`;

const and = (conditions: readonly RawBuilder<unknown>[]) =>
  sql.join(
    conditions.map((condition) => sql`and ${condition}`),
    sql` `,
  );

/** Includes the entry of the last row, which may have more rows. */
function fromPlace({ by, isDown }: RowSort, { entryId }: RowPlace): RawBuilder<unknown>[] {
  if (by === 'amount') return [];
  return [sql`(created_at, id) ${isDown ? sql`<=` : sql`>=`} (${momentOf(entryId)}, ${entryId}::bigint)`];
}

function behindPlace({ by, isDown }: RowSort, { entryId, lineId, amountCents }: RowPlace) {
  const [own, last] =
    by === 'time'
      ? [sql`entries.created_at`, momentOf(entryId)]
      : [sql`parts.amount_cents`, sql`${amountCents}::bigint`];
  const isBehind = isDown ? sql`<` : sql`>`;
  return sql`(${own}, entry_id, line_id) ${isBehind} (${last}, ${entryId}::bigint, ${lineId}::bigint)`;
}

/** Read from the entry itself, because a client timestamp loses the microseconds. */
const momentOf = (entryId: number) =>
  sql`(select created_at from ledger_entries where id = ${entryId}::bigint)`;

export async function findLastEntryId(db: Db): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(id), 0) as last from ledger_entries`.execute(db);
  return rows[0]?.last ?? 0;
}

/** Includes free albums. */
export function listAlbumPayments(db: Db, { from, until }: Period, limit: number) {
  return db
    .selectFrom('orderLines as line')
    .innerJoin('orders', 'orders.id', 'line.orderId')
    .innerJoin('albums', 'albums.id', 'line.albumId')
    .innerJoin('events', 'events.id', 'albums.eventId')
    .innerJoin('users', 'users.id', 'orders.userId')
    .leftJoin('coupons', 'coupons.id', 'orders.couponId')
    .select([
      'line.id',
      'line.orderId',
      'line.albumId',
      'line.totalCents',
      'line.refundedCents',
      'albums.programName',
      'albums.teamName',
      'events.id as eventId',
      'events.name as eventName',
      'users.id as userId',
      'users.name as userName',
      'orders.isPool',
      'coupons.code as couponCode',
    ])
    .select((eb) => [
      eb.ref('orders.paidAt').$notNull().as('paidAt'),
      eb
        .exists(
          eb
            .selectFrom('paymentAttempts as attempt')
            .select('attempt.id')
            .whereRef('attempt.orderId', '=', 'orders.id')
            .where('attempt.state', '=', 'succeeded')
            .where('attempt.facial', '=', true),
        )
        .$castTo<boolean>()
        .as('facial'),
    ])
    .where('line.imageId', 'is', null)
    .where('orders.paidAt', '>=', from)
    .where('orders.paidAt', '<', until)
    .orderBy('orders.paidAt', 'desc')
    .orderBy('line.id', 'desc')
    .limit(limit)
    .execute();
}
