import { type RawBuilder, sql } from 'kysely';
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

/** Conditions on `line`, a row of `ledger_lines`. */
export function conditionsOfRows(filter: RowFilter): RawBuilder<unknown>[] {
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
    ...words.map(
      (word) => sql`(
        line.attempt_id in (select id from payment_attempts where user_id in (${customersWith(word)}))
        or line.album_id in (${albumsWith(word)}) or ${isOrder(word)})`,
    ),
  ];
}

const customersWith = (word: string) =>
  sql`select id from users where ${hasKeywords(sql<string>`lower(name || ' ' || email::text)`, [word])}`;

const albumsWith = (word: string) =>
  sql`select id from albums where ${hasKeywords(sql<string>`albums.search`, [word])}`;

const isOrder = (word: string) =>
  /^#?\d{1,10}$/.test(word) ? sql`line.order_id = ${word.replace('#', '')}::bigint` : sql`false`;
