import type { Db } from '#server/platform/database/database.ts';

/** An album, else an event, else the whole site. Hidden photos belong to it too. */
export type PhotoScope = { albumId: number | null; eventId: number | null };

function photosIn(db: Db, { albumId, eventId }: PhotoScope) {
  const ready = db.selectFrom('images').where('images.state', '=', 'ready');
  if (albumId !== null) return ready.where('images.albumId', '=', albumId);
  return eventId === null ? ready : ready.where('images.eventId', '=', eventId);
}

/** Photos whose preview cannot be marked are left out, because nothing can be traced in them. */
export async function listWithoutFingerprint(
  db: Db,
  scope: PhotoScope,
  { version, limit }: { version: number; limit: number },
): Promise<number[]> {
  const rows = await photosIn(db, scope)
    .leftJoin('imageFingerprints as print', (join) =>
      join
        .onRef('print.imageId', '=', 'images.id')
        .onRef('print.rotation', '=', 'images.shownRotation')
        .on('print.version', '=', version),
    )
    .select('images.id')
    .where('print.imageId', 'is', null)
    .where('images.traceKey', '<>', '')
    .orderBy('images.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

type Fingerprint = { imageId: number; rotation: number; version: number; fingerprint: Buffer };

export async function saveFingerprint(db: Db, { imageId, ...print }: Fingerprint): Promise<void> {
  await db
    .insertInto('imageFingerprints')
    .values({ imageId, ...print })
    .onConflict((conflict) => conflict.column('imageId').doUpdateSet(print))
    .execute();
}

export function listFingerprints(
  db: Db,
  scope: PhotoScope,
  { afterId, limit }: { afterId: number; limit: number },
) {
  return photosIn(db, scope)
    .innerJoin('imageFingerprints as print', 'print.imageId', 'images.id')
    .select(['images.id as imageId', 'print.fingerprint'])
    .where('images.id', '>', afterId)
    .orderBy('images.id')
    .limit(limit)
    .execute();
}
