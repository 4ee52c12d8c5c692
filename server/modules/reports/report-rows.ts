import { type RawBuilder, sql } from 'kysely';
import { isReportRange, MAX_REPORT_DAYS } from '#contract/endpoints/reports.ts';
import type { FilterValues } from '#contract/lists/list.ts';
import { seesCustomers } from '#contract/lists/of-customers.ts';
import { reportRowList } from '#contract/lists/report-rows.ts';
import type { Tx } from '#server/context.ts';
import { SHOWN_NAME } from '#server/modules/accounts/find-people.ts';
import { hasAlbumKeywords } from '#server/modules/catalogue/albums.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { hasKeywords, splitKeywords } from '#server/platform/lists/keywords.ts';
import { type ListSource, sortPart, sqlList, whereAll } from '#server/platform/lists/list-source.ts';
import { isoTime } from '#server/platform/time/timestamps.ts';
import { findPeriod, inRange } from './period.queries.ts';
import type { EntryKind } from './sums.rules.ts';

type Filters = FilterValues<typeof reportRowList>;

const KINDS: Record<NonNullable<Filters['kind']>, EntryKind[]> = {
  charge: ['charge'],
  refund: ['refund', 'refund_failed'],
  dispute: ['dispute', 'dispute_won'],
  fee: ['fee', 'dispute_fee'],
};

export function requireReportRange({ start_date = '', end_date = '' }: Filters): void {
  if (isReportRange({ start_date, end_date })) return;
  const message = `Choose a range of at most ${MAX_REPORT_DAYS} days`;
  throw new AppError('invalid_request', { details: [{ path: 'end_date', message }] });
}

const ENTRY = [sortPart('line.entry_id', 'bigint'), sortPart('line.order_line_id', 'bigint')];

export function reportRowSource(
  { mode }: Pick<Tx['payments'], 'mode'>,
  actor: Actor,
): ListSource<typeof reportRowList, { amount: number }> {
  const findCustomers = seesCustomers(actor);
  const where = async (filters: Filters, db: Db): Promise<RawBuilder<boolean>[]> => {
    const { start_date = '', end_date = '', time_zone = 'UTC' } = filters;
    const period = await findPeriod(db, { start_date, end_date, time_zone });
    return [inRange({ ...period, mode }), ...(await conditionsOfRows(db, filters, findCustomers))];
  };
  const { readPage } = sqlList(reportRowList, {
    from: sql`ledger_lines line join albums on albums.id = line.album_id join events on events.id = line.event_id
      join payment_attempts attempt on attempt.id = line.attempt_id join users on users.id = attempt.user_id
      left join coupons on coupons.id = line.coupon_id`,
    select: sql`line.entry_id || '-' || line.order_line_id as key, ${isoTime('line.occurred_at')} as at, line.kind,
      line.amount_cents as amount, line.order_id as order, line.order_line_id as line,
      case when line.is_image then 'image' else 'album' end as product, line.album_id as album,
      trim(albums.program_name || ' ' || albums.team_name) as album_name, line.image_id as image,
      line.event_id as event, events.name as event_name, events.brand_name as brand, users.id as customer,
      ${SHOWN_NAME} as customer_name, line.facial, line.is_pool as pool, coupons.code as coupon`,
    id: sortPart('line.id', 'bigint'),
    sorts: {
      time: [sortPart('line.occurred_at', 'timestamptz'), ...ENTRY],
      amount: [sortPart('line.amount_cents', 'bigint'), ...ENTRY],
    },
    where,
  });
  return {
    readPage,
    async count(db, filters) {
      const { rows } = await sql<{ total: number; amount: number }>`
        select count(*) as total, coalesce(sum(line.amount_cents), 0) as amount from ledger_lines line
        ${whereAll(await where(filters, db))}`.execute(db);
      return rows[0] as { total: number; amount: number };
    },
  };
}

/** Above this number of matching customers or albums, a word is searched in each row instead. */
const MAX_LISTED = 500;

/** Conditions on `line`, a row of `ledger_lines`. */
async function conditionsOfRows(
  db: Db,
  { kind, product, event, brand, pool, facial, coupon, q, through }: Filters,
  findCustomers: boolean,
): Promise<RawBuilder<boolean>[]> {
  const conditions: RawBuilder<boolean>[] = [];
  // Later ledger entries are ignored.
  if (through !== undefined) conditions.push(sql`line.entry_id <= ${through}`);
  if (kind) conditions.push(sql`line.kind = any(${KINDS[kind]})`);
  if (product) conditions.push(sql`line.is_image = ${product === 'image'}`);
  if (event !== undefined) conditions.push(sql`line.event_id = ${event}`);
  if (brand !== undefined) {
    conditions.push(sql`line.event_id in (select id from events where brand_name = ${brand})`);
  }
  if (pool) conditions.push(sql`line.is_pool = ${pool === 'yes'}`);
  if (facial) conditions.push(sql`line.facial = ${facial === 'yes'}`);
  if (coupon) conditions.push(sql`(line.coupon_id is not null) = ${coupon === 'yes'}`);
  for (const word of splitKeywords(q ?? '')) conditions.push(await hasWord(db, word, findCustomers));
  return conditions;
}

/** Each word must be in the customer (if the reader may see customers) or the album, or be the order number. Few customers and albums are listed as numbers, because only then are the indexes of both used together. */
async function hasWord(db: Db, word: string, findCustomers: boolean): Promise<RawBuilder<boolean>> {
  const isAlbum = sql<boolean>`line.album_id = ${await oneOf(db, albumsWith(word))}`;
  if (!findCustomers) return sql`(${isAlbum} or ${isOrder(word)})`;
  return sql`(line.user_id = ${await oneOf(db, customersWith(word))} or ${isAlbum} or ${isOrder(word)})`;
}

async function oneOf(db: Db, ids: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
  const few = await listFew(db, ids);
  return few ? anyOf(few) : sql`any(${ids})`;
}

async function listFew(db: Db, ids: RawBuilder<unknown>): Promise<number[] | undefined> {
  const { rows } = await sql<{ id: number }>`${ids} limit ${MAX_LISTED + 1}`.execute(db);
  return rows.length > MAX_LISTED ? undefined : rows.map(({ id }) => id);
}

const customersWith = (word: string) =>
  sql`select id from users where ${hasKeywords(sql<string>`search_text(name || ' ' || email::text)`, [word])}`;

const albumsWith = (word: string) => sql`select id from albums where ${hasAlbumKeywords([word])}`;

const isOrder = (word: string) =>
  /^#?\d{1,10}$/.test(word) ? sql`line.order_id = ${word.replace('#', '')}::bigint` : sql`false`;
