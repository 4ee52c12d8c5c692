import { type RawBuilder, sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database.ts';
import { hasKeywords } from '#server/platform/keywords.ts';
import type { EntryKind } from './sums.rules.ts';

export type RowFilter = {
  kinds?: EntryKind[];
  isImage?: boolean;
  eventId?: number;
  brandName?: string;
  isPool?: boolean;
  isFacial?: boolean;
  hasCoupon?: boolean;
  /** Each word must be in the customer or the album, or be the order number. */
  words?: string[];
  /** Later ledger entries are ignored. */
  throughId?: number;
};

/** A word that more customers or albums have is looked up in each row instead. */
const MOST_LISTED = 500;

/** Conditions on `line`, a row of `ledger_lines`. */
export async function conditionsOfRows(db: Db, filter: RowFilter): Promise<RawBuilder<unknown>[]> {
  const { kinds, isImage, eventId, brandName, isPool, isFacial, hasCoupon, words = [], throughId } = filter;
  return [
    ...(throughId === undefined ? [] : [sql`line.entry_id <= ${throughId}`]),
    ...(kinds === undefined ? [] : [sql`line.kind = any(${kinds})`]),
    ...(isImage === undefined ? [] : [sql`line.is_image = ${isImage}`]),
    ...(eventId === undefined ? [] : [sql`line.event_id = ${eventId}`]),
    ...(brandName === undefined
      ? []
      : [sql`line.event_id in (select id from events where brand_name = ${brandName})`]),
    ...(isPool === undefined ? [] : [sql`line.is_pool = ${isPool}`]),
    ...(isFacial === undefined ? [] : [sql`line.facial = ${isFacial}`]),
    ...(hasCoupon === undefined ? [] : [sql`(line.coupon_id is not null) = ${hasCoupon}`]),
    ...(await Promise.all(words.map((word) => hasWord(db, word)))),
  ];
}

/** Few customers and albums are listed as numbers, because only then are the indexes of both used together. */
async function hasWord(db: Db, word: string): Promise<RawBuilder<unknown>> {
  const customers = await listFew(db, customersWith(word));
  const albums = await listFew(db, albumsWith(word));
  const isCustomer = customers ? anyOf(customers) : sql`any(${customersWith(word)})`;
  const isAlbum = albums ? anyOf(albums) : sql`any(${albumsWith(word)})`;
  return sql`(line.user_id = ${isCustomer} or line.album_id = ${isAlbum} or ${isOrder(word)})`;
}

async function listFew(db: Db, ids: RawBuilder<unknown>): Promise<number[] | undefined> {
  const { rows } = await sql<{ id: number }>`${ids} limit ${MOST_LISTED + 1}`.execute(db);
  return rows.length > MOST_LISTED ? undefined : rows.map(({ id }) => id);
}

const customersWith = (word: string) =>
  sql`select id from users where ${hasKeywords(sql<string>`lower(name || ' ' || email::text)`, [word])}`;

const albumsWith = (word: string) =>
  sql`select id from albums where ${hasKeywords(sql<string>`albums.search`, [word])}`;

const isOrder = (word: string) =>
  /^#?\d{1,10}$/.test(word) ? sql`line.order_id = ${word.replace('#', '')}::bigint` : sql`false`;
