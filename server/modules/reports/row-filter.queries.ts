// Each filter has two forms: one for rows, and one for ledger entries, so that only entries that can match are split.
import { type RawBuilder, sql } from 'kysely';
import { hasKeywords } from '#server/platform/keywords.ts';
import type { EntryKind } from './ledger-parts.queries.ts';

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

type Conditions = RawBuilder<unknown>[];

/** Conditions on `ledger_entries` before the split; entries they exclude have no matching row. */
export function conditionsOfEntries(filter: RowFilter): Conditions {
  const ofOrder = conditionsOfOrder(filter);
  const ofLine = conditionsOfLine(filter);
  return [
    ...(filter.throughId === undefined ? [] : [sql`ledger_entries.id <= ${filter.throughId}`]),
    ...(filter.kinds ? [sql`ledger_entries.kind = any(${filter.kinds})`] : []),
    ...(filter.isFacial === undefined
      ? []
      : [
          sql`exists (select from payment_attempts attempt
            where attempt.id = ledger_entries.attempt_id and attempt.facial = ${filter.isFacial})`,
        ]),
    ...(ofOrder.length === 0
      ? []
      : [
          sql`exists (select from orders where orders.id = ledger_entries.order_id
            and ${sql.join(ofOrder, sql` and `)})`,
        ]),
    ...(ofLine.length === 0
      ? []
      : [
          sql`exists (select from order_lines line where line.order_id = ledger_entries.order_id
            and ${sql.join(ofLine, sql` and `)})`,
        ]),
    ...(filter.words ?? []).map(
      (word) => sql`(
        ledger_entries.attempt_id in (
          select id from payment_attempts where user_id in (${customersWith(word)}))
        or ledger_entries.order_id in (
          select order_id from order_lines where album_id in (${albumsWith(word)}))
        or ${isOrder(sql`ledger_entries.order_id`, word)})`,
    ),
  ];
}

/** Conditions on `line`, `attempt` and `entries` after the split. */
export function conditionsOfRows(filter: RowFilter): Conditions {
  return [
    ...conditionsOfLine(filter),
    ...(filter.words ?? []).map(
      (word) => sql`(attempt.user_id in (${customersWith(word)}) or line.album_id in (${albumsWith(word)})
        or ${isOrder(sql`entries.order_id`, word)})`,
    ),
  ];
}

function conditionsOfOrder({ isPool, hasCoupon }: RowFilter): Conditions {
  return [
    ...(isPool === undefined ? [] : [sql`orders.is_pool = ${isPool}`]),
    ...(hasCoupon === undefined ? [] : [sql`(orders.coupon_id is not null) = ${hasCoupon}`]),
  ];
}

function conditionsOfLine({ isImage, eventId, brandName }: RowFilter): Conditions {
  return [
    ...(isImage === undefined ? [] : [sql`(line.image_id is not null) = ${isImage}`]),
    ...(eventId === undefined
      ? []
      : [sql`line.album_id in (select id from albums where event_id = ${eventId})`]),
    ...(brandName === undefined
      ? []
      : [
          sql`line.album_id in (select albums.id from albums join events on events.id = albums.event_id
            where events.brand_name = ${brandName})`,
        ]),
  ];
}

const customersWith = (word: string) =>
  sql`select id from users where ${hasKeywords(sql<string>`lower(name || ' ' || email::text)`, [word])}`;

const albumsWith = (word: string) =>
  sql`select id from albums where ${hasKeywords(sql<string>`albums.search`, [word])}`;

const isOrder = (orderId: RawBuilder<unknown>, word: string) =>
  /^#?\d{1,10}$/.test(word) ? sql`${orderId} = ${word.replace('#', '')}::bigint` : sql`false`;
