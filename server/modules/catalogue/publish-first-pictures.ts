import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { listAwaitingPublication } from './albums.queries.ts';
import { albumSubject, publishAlbum } from './publish-album.ts';

export const PUBLISHED_BY_ITSELF = 'album.publish-by-itself';

/**
 * Publishes the albums that just got their first pictures, if their event publishes automatically. An album that
 * had pictures before stays as it is, because staff may have unpublished it. Call it after the counts are updated.
 */
export async function publishFirstPictures(
  tx: Pick<Tx, 'db' | 'clock' | 'queue'>,
  arrivals: { albumId: number | null }[],
): Promise<void> {
  const arrived = new Map<number, number>();
  for (const { albumId } of arrivals) {
    if (albumId !== null) arrived.set(albumId, (arrived.get(albumId) ?? 0) + 1);
  }
  if (arrived.size === 0) return;
  const at = tx.clock.now();
  for (const { id, imagesCount } of await listAwaitingPublication(tx.db, [...arrived.keys()])) {
    if (imagesCount > (arrived.get(id) ?? 0) || !(await publishAlbum(tx, id, { at }))) continue;
    await recordAudit(tx.db, {
      actorId: null,
      action: PUBLISHED_BY_ITSELF,
      subject: albumSubject(id),
      before: { publishedAt: null },
      after: { publishedAt: at.toISOString() },
    });
  }
}
