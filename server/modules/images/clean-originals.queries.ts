import { sql } from 'kysely';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { eventsToJoin } from '#server/modules/catalogue/events.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { BlankSpan } from './without-location.ts';

export type OriginalFormat = 'jpeg' | 'png' | 'webp' | 'tiff';

/** With these facts any part of an original can be sent without reading the file first. */
export type CleanFacts = {
  format: OriginalFormat;
  /** How far staff turned the photo when the facts were found. */
  rotation: number;
  /** True if a JPEG is sent from a stored copy, because its own file has no place for the rotation. */
  isCopy: boolean;
  sizeBytes: number;
  crc32: number;
  /** Sorted, without overlaps, and inside the file. */
  blanks: BlankSpan[];
};

type PackedBlanks = [start: number, endExclusive: number, fill: number][];

export function packBlanks(blanks: readonly BlankSpan[]): PackedBlanks {
  return blanks.map(({ start, endExclusive, fill }) => [start, endExclusive, fill]);
}

export async function saveCleanFacts(db: Db, imageId: number, facts: CleanFacts): Promise<void> {
  const row = { ...facts, blanks: JSON.stringify(packBlanks(facts.blanks)) };
  await db
    .insertInto('cleanOriginals')
    .values({ imageId, ...row })
    .onConflict((conflict) => conflict.column('imageId').doUpdateSet(row))
    .execute();
}

const visible = { state: 'ready', hiddenAt: null } as const;

export function listOriginals(db: Db, albumId: number) {
  return db
    .selectFrom('images')
    .innerJoin(eventsToJoin(db).as('event'), 'event.id', 'images.eventId')
    .innerJoin(albumsToJoin(db).as('album'), 'album.id', 'images.albumId')
    .leftJoin('cleanOriginals', (join) =>
      join
        .onRef('cleanOriginals.imageId', '=', 'images.id')
        .onRef('cleanOriginals.rotation', '=', 'images.rotation'),
    )
    .select([
      'images.id',
      'images.eventId',
      'images.contentHash',
      'images.crc32',
      'images.rotation',
      'cleanOriginals.isCopy',
      'images.fileName',
      'album.uuid as folderUuid',
      'cleanOriginals.sizeBytes as cleanBytes',
      'cleanOriginals.crc32 as cleanCrc32',
    ])
    .select([
      sql<OriginalFormat | null>`clean_originals.format`.as('format'),
      sql<PackedBlanks | null>`clean_originals.blanks`.as('blanks'),
      sql<string>`to_char(coalesce(images.captured_at, images.created_at) at time zone event.time_zone,
        'YYYY-MM-DD HH24:MI:SS')`.as('wallClock'),
    ])
    .where('images.albumId', '=', albumId)
    .where('images.state', '=', visible.state)
    .where('images.hiddenAt', 'is', visible.hiddenAt)
    .orderBy('images.capturedAt')
    .orderBy('images.id')
    .execute();
}

/** Facts from before the photo was turned are not found. */
export async function findCleanFacts(
  db: Db,
  { id, rotation }: { id: number; rotation: number },
): Promise<CleanFacts | undefined> {
  const row = await db
    .selectFrom('cleanOriginals')
    .select(['sizeBytes', 'crc32', 'rotation', 'isCopy'])
    .select([sql<OriginalFormat>`format`.as('format'), sql<PackedBlanks>`blanks`.as('blanks')])
    .where('imageId', '=', id)
    .where('rotation', '=', rotation)
    .executeTakeFirst();
  return row && { ...row, blanks: unpackBlanks(row.blanks) };
}

export function unpackBlanks(packed: PackedBlanks): BlankSpan[] {
  return packed.map(([start, endExclusive, fill]) => ({ start, endExclusive, fill }));
}

export function sumPhotos(db: Db, albumIds: number[]) {
  return db
    .selectFrom('images')
    .select('albumId')
    .select([
      sql<number>`count(*)`.as('photos'),
      sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('sizeBytes'),
    ])
    .where('albumId', '=', anyOf(albumIds))
    .where('state', '=', visible.state)
    .where('hiddenAt', 'is', visible.hiddenAt)
    .groupBy('albumId')
    .execute();
}

export function listPhotosById(db: Db, imageIds: number[]) {
  return db
    .selectFrom('images')
    .innerJoin(albumsToJoin(db).as('album'), 'album.id', 'images.albumId')
    .select(['images.id', 'images.width', 'images.height', 'images.capturedAt', 'images.placeholder'])
    .select(['images.fileName', 'album.id as albumId', 'album.uuid as albumUuid'])
    .where('images.id', '=', anyOf(imageIds))
    .where('images.state', '=', visible.state)
    .where('images.hiddenAt', 'is', visible.hiddenAt)
    .orderBy('images.capturedAt')
    .orderBy('images.id')
    .execute();
}

/** Finds an image that was hidden, removed or moved out of the album. */
export function findWithdrawn(db: Db, albumId: number, imageIds: number[]) {
  return db
    .selectFrom('images')
    .select('id')
    .where('id', '=', anyOf(imageIds))
    .where((eb) =>
      eb.or([
        eb('hiddenAt', 'is not', null),
        eb('state', '<>', visible.state),
        eb('albumId', 'is distinct from', albumId),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
}
