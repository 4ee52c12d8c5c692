import { sql } from 'kysely';
import type { Image } from '#contract/entities/album.ts';
import type { Context } from '#server/context.ts';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { eventsToJoin } from '#server/modules/catalogue/events.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { mapAtOnce } from '#server/platform/processes/map-at-once.ts';
import type { StoredReader } from '#server/platform/storage/storage.ts';
import { IMAGE_COLUMNS, selectVisible, toWireImage } from './album-images.ts';
import {
  type CleanFacts,
  cleanKey,
  MissingOriginalError,
  type OriginalFormat,
  type PackedInsertions,
  storedBytes,
  unpackInsertions,
} from './clean-original.ts';
import { type BlankSpan, blankInPlace } from './without-location.ts';

/** The size and checksum are those of the file as it is sent: without its location, with its rights. */
export type CleanOriginal = Omit<CleanFacts, 'rotation' | 'isCopy'> & {
  imageId: number;
  key: string;
  fileName: string;
  wallClock: string;
};

export type AlbumOriginals = { originals: CleanOriginal[]; photos: number };

const CHECKS_IN_FLIGHT = 16;

/** Returns fewer originals than `photos` while some of them are still being prepared. */
export async function listAlbumOriginals(db: Db, albumId: number): Promise<AlbumOriginals> {
  const rows = await listOriginals(db, albumId);
  const originals = rows.flatMap((row) => {
    const { format, cleanBytes, cleanCrc32, blanks } = row;
    if (format === null || cleanBytes === null || cleanCrc32 === null) return [];
    return [
      {
        imageId: row.id,
        key: cleanKey(row, { format, isCopy: row.isCopy ?? false }),
        format,
        fileName: row.fileName,
        wallClock: row.wallClock,
        sizeBytes: cleanBytes,
        crc32: cleanCrc32,
        blanks: blanks ?? [],
        insertions: unpackInsertions(row.insertions ?? []),
      },
    ];
  });
  return { originals, photos: rows.length };
}

/** Throws if a stored file is missing or has another size. */
export async function requireStored(
  { storage }: Pick<Context, 'storage'>,
  originals: readonly CleanOriginal[],
): Promise<void> {
  const files = await mapAtOnce(originals, CHECKS_IN_FLIGHT, ({ key }) => storage.stat(key));
  const missing = originals.filter((original, i) => files[i]?.sizeBytes !== storedBytes(original));
  if (missing.length > 0) {
    throw new MissingOriginalError(missing.map(({ imageId }) => imageId).sort((a, b) => a - b));
  }
}

/** Returns whether an image was hidden, removed or moved out of the album. */
export async function isAnyWithdrawn(db: Db, albumId: number, imageIds: number[]): Promise<boolean> {
  const withdrawn = await db
    .selectFrom('images')
    .select('id')
    .where('id', '=', anyOf(imageIds))
    .where((eb) =>
      eb.or([
        eb('hiddenAt', 'is not', null),
        eb('state', '<>', 'ready'),
        eb('albumId', 'is distinct from', albumId),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return withdrawn !== undefined;
}

export type PhotoTotals = { photos: number; sizeBytes: number };

export async function photoTotals(db: Db, albumIds: number[]): Promise<Map<number, PhotoTotals>> {
  const rows = await selectVisible(db)
    .select('albumId')
    .select([
      sql<number>`count(*)`.as('photos'),
      sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('sizeBytes'),
    ])
    .where('albumId', '=', anyOf(albumIds))
    .groupBy('albumId')
    .execute();
  return new Map(rows.map(({ albumId, ...totals }) => [albumId ?? 0, totals]));
}

export type OwnedPhoto = { image: Image; fileName: string; albumId: number; albumUuid: string };

/** Returns the visible ones, each with the album it is in now. */
export async function findPhotos(db: Db, imageIds: number[]): Promise<OwnedPhoto[]> {
  const rows = await selectVisible(db)
    .innerJoin(albumsToJoin(db).as('album'), 'album.id', 'images.albumId')
    .select(IMAGE_COLUMNS)
    .select(['images.fileName', 'album.id as albumId', 'album.uuid as albumUuid'])
    .where('images.id', '=', anyOf(imageIds))
    .orderBy('images.capturedAt')
    .orderBy('images.id')
    .execute();
  return rows.map(({ albumId, albumUuid, fileName, ...row }) => ({
    albumId,
    albumUuid,
    fileName,
    image: toWireImage(row),
  }));
}

export function listOriginals(db: Db, albumId: number) {
  return selectVisible(db)
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
      sql<BlankSpan[] | null>`clean_originals.blanks`.as('blanks'),
      sql<PackedInsertions | null>`clean_originals.insertions`.as('insertions'),
      sql<string>`to_char(coalesce(images.captured_at, images.created_at) at time zone event.time_zone,
        'YYYY-MM-DD HH24:MI:SS')`.as('wallClock'),
    ])
    .where('images.albumId', '=', albumId)
    .orderBy('images.capturedAt')
    .orderBy('images.id')
    .execute();
}

type Sent = Pick<CleanOriginal, 'imageId' | 'key' | 'sizeBytes' | 'blanks' | 'insertions'>;

/** Streams an original from a position on, with its location data blanked and its rights inserted. */
export async function openOriginal(
  { storage }: Pick<Context, 'storage'>,
  original: Sent,
  start: number,
): Promise<StoredReader> {
  const { imageId, key, sizeBytes, blanks, insertions } = original;
  let position = start;
  let next = 0;
  let inserted = 0;
  const skipSent = () => {
    for (let one = insertions[next]; one; one = insertions[next]) {
      if (position < one.at + inserted + one.bytes.length) return;
      inserted += one.bytes.length;
      next += 1;
    }
  };
  skipSent();
  const begin = Math.min(start - inserted, insertions[next]?.at ?? Number.POSITIVE_INFINITY);
  const file = await storage.openReader(key, begin);
  if (file?.sizeBytes !== storedBytes(original)) {
    await file?.close();
    throw new MissingOriginalError([imageId]);
  }
  return {
    sizeBytes,
    async read(target) {
      for (let filled = 0; filled < target.length; ) {
        const { at = Number.POSITIVE_INFINITY, bytes } = insertions[next] ?? {};
        const ahead = at + inserted - position;
        const piece = target.subarray(filled, ahead > 0 ? filled + ahead : target.length);
        let size = piece.length;
        if (ahead <= 0 && bytes) size = bytes.copy(piece, 0, -ahead);
        else {
          await file.read(piece);
          blankInPlace(piece, position - inserted, blanks);
        }
        filled += size;
        position += size;
        skipSent();
      }
    },
    close: () => file.close(),
  };
}
