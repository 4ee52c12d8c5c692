import type { Tx } from '#server/context.ts';
import { albumSubject, PUBLISHED_BY_ITSELF, publishAlbum } from '#server/modules/catalogue/publish-album.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { listUnpublished } from './ingest.queries.ts';

/**
 * Publishes, where the event does that by itself, albums whose first pictures these are (counted already). An
 * album that had some before is left alone: staff may have taken it back.
 */
export async function publishFirstPictures(tx: Tx, arrivals: { albumId: number | null }[]): Promise<void> {
  const arrived = new Map<number, number>();
  for (const { albumId } of arrivals) {
    if (albumId !== null) arrived.set(albumId, (arrived.get(albumId) ?? 0) + 1);
  }
  if (arrived.size === 0) return;
  for (const album of await listUnpublished(tx.db, [...arrived.keys()])) {
    if (album.imagesCount <= (arrived.get(album.id) ?? 0)) await publishByItself(tx, album.id);
  }
}

async function publishByItself(tx: Tx, albumId: number): Promise<void> {
  const at = tx.clock.now();
  if (!(await publishAlbum(tx, albumId, { at }))) return;
  await recordAudit(tx.db, {
    actorId: null,
    action: PUBLISHED_BY_ITSELF,
    subject: albumSubject(albumId),
    before: { publishedAt: null },
    after: { publishedAt: at.toISOString() },
  });
}
