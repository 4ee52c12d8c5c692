import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';

/** What customers paid after refunds and disputes, before card fees. */
export async function sumAlbumSales(
  db: Db,
  albumIds: readonly number[],
  mode: PaymentMode,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ albumId: number; cents: number }>`
    select album_id, sum(amount_cents)::bigint as cents from ledger_lines
    where album_id = any(${albumIds}) and mode = ${mode} and kind not in ('fee', 'dispute_fee')
    group by album_id`.execute(db);
  return new Map(rows.map(({ albumId, cents }) => [albumId, cents]));
}

/** Albums of which a photo still has to be prepared for downloads. */
export async function findUnprepared(db: Db, albumIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select albums.id from albums where albums.id = any(${albumIds}) and exists (
      select from images left join clean_originals clean on clean.image_id = images.id
      where images.album_id = albums.id and images.state = 'ready' and images.hidden_at is null
        and clean.image_id is null)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
