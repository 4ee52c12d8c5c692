import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database.ts';
import type { BlankSpan } from './without-location.ts';

export type OriginalFormat = 'jpeg' | 'png' | 'webp' | 'tiff';

/** What must be known of an original to send it, or any part of it, without looking into it again. */
export type CleanFacts = {
  format: OriginalFormat;
  sizeBytes: number;
  crc32: number;
  /** In order, none overlapping, all inside the file. */
  blanks: BlankSpan[];
};

type PackedBlanks = [start: number, endExclusive: number, fill: number][];

export async function saveCleanFacts(db: Db, imageId: number, facts: CleanFacts): Promise<void> {
  const packed: PackedBlanks = facts.blanks.map(({ start, endExclusive, fill }) => [
    start,
    endExclusive,
    fill,
  ]);
  const row = { ...facts, blanks: JSON.stringify(packed) };
  await db
    .insertInto('cleanOriginals')
    .values({ imageId, ...row })
    .onConflict((conflict) => conflict.column('imageId').doUpdateSet(row))
    .execute();
}

const visible = { state: 'ready', hiddenAt: null } as const;

function visibleImages(db: Db) {
  return db
    .selectFrom('images')
    .innerJoin('events', 'events.id', 'images.eventId')
    .innerJoin('albums', 'albums.id', 'images.albumId')
    .leftJoin('cleanOriginals', 'cleanOriginals.imageId', 'images.id')
    .where('images.state', '=', visible.state)
    .where('images.hiddenAt', 'is', visible.hiddenAt);
}

/** The visible images of an album in the order of the day, with what is known of their clean originals. */
export function listOriginals(db: Db, albumId: number) {
  return visibleImages(db)
    .select([
      'images.id',
      'images.eventId',
      'images.contentHash',
      'images.crc32',
      'images.fileName',
      'albums.uuid as folderUuid',
      'cleanOriginals.sizeBytes as cleanBytes',
      'cleanOriginals.crc32 as cleanCrc32',
    ])
    .select([
      sql<OriginalFormat | null>`clean_originals.format`.as('format'),
      sql<PackedBlanks | null>`clean_originals.blanks`.as('blanks'),
      sql<string>`to_char(coalesce(images.captured_at, images.created_at) at time zone events.time_zone,
        'YYYY-MM-DD HH24:MI:SS')`.as('wallClock'),
    ])
    .where('images.albumId', '=', albumId)
    .orderBy('images.capturedAt')
    .orderBy('images.id')
    .execute();
}

export async function findCleanFacts(db: Db, imageId: number): Promise<CleanFacts | undefined> {
  const row = await db
    .selectFrom('cleanOriginals')
    .select(['sizeBytes', 'crc32'])
    .select([sql<OriginalFormat>`format`.as('format'), sql<PackedBlanks>`blanks`.as('blanks')])
    .where('imageId', '=', imageId)
    .executeTakeFirst();
  return row && { ...row, blanks: unpackBlanks(row.blanks) };
}

export function unpackBlanks(packed: PackedBlanks): BlankSpan[] {
  return packed.map(([start, endExclusive, fill]) => ({ start, endExclusive, fill }));
}

/** How many photos each album shows, and how many bytes they are. */
export async function sumPhotos(db: Db, albumIds: number[]) {
  if (albumIds.length === 0) return [];
  return db
    .selectFrom('images')
    .select('albumId')
    .select([
      sql<number>`count(*)`.as('photos'),
      sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('sizeBytes'),
    ])
    .where('albumId', 'in', albumIds)
    .where('state', '=', visible.state)
    .where('hiddenAt', 'is', visible.hiddenAt)
    .groupBy('albumId')
    .execute();
}

/** Visible images by id, with the album each lies in now. */
export async function listPhotosById(db: Db, imageIds: number[]) {
  if (imageIds.length === 0) return [];
  return db
    .selectFrom('images')
    .innerJoin('albums', 'albums.id', 'images.albumId')
    .select(['images.id', 'images.width', 'images.height', 'images.capturedAt', 'images.placeholder'])
    .select(['images.fileName', 'images.albumId', 'albums.uuid as albumUuid'])
    .where('images.id', '=', anyOf(imageIds))
    .where('images.state', '=', visible.state)
    .where('images.hiddenAt', 'is', visible.hiddenAt)
    .orderBy('images.capturedAt')
    .orderBy('images.id')
    .execute();
}

/** Of these images, the first that an owner of the album may not have any more. */
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
