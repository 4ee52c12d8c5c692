import type { PhotoLink } from '#contract/endpoints/photo-links.ts';
import type { Tx } from '#server/context.ts';
import { readOf } from '#server/modules/accounts/customer-access.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { type LinkRow, photoLinks } from './photo-links.queries.ts';
import { toWireLink } from './photo-links.wire.ts';

export async function showLinks(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  rows: readonly LinkRow[],
): Promise<PhotoLink[]> {
  const albums = await findSoldAlbums(
    db,
    rows.map(({ albumId }) => albumId),
  );
  return rows.map((row) => toWireLink(row, albums.get(row.albumId)?.teamName ?? '', clock.now()));
}

/** Staff who look at the links of a customer are put on record. */
export async function listPhotoLinks(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  userId: number,
): Promise<PhotoLink[]> {
  await readOf(tx, actor, { userId, part: 'photo_links' });
  return showLinks(tx, await photoLinks.list(tx.db, userId));
}
