import type { Image } from '#contract/entities/album.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { cleanKey, MissingOriginalError } from './clean-original.ts';
import {
  findWithdrawn,
  listOriginals,
  listPhotosById,
  type OriginalFormat,
  sumPhotos,
  unpackBlanks,
} from './clean-originals.queries.ts';
import { toWireImage } from './images.wire.ts';
import type { BlankSpan } from './without-location.ts';

/** The size and checksum are those of the file without its location data. */
export type CleanOriginal = {
  imageId: number;
  key: string;
  format: OriginalFormat;
  fileName: string;
  wallClock: string;
  sizeBytes: number;
  crc32: number;
  blanks: BlankSpan[];
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
        blanks: unpackBlanks(blanks ?? []),
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
  const missing: number[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: CHECKS_IN_FLIGHT }, async () => {
      for (let original = originals[next++]; original; original = originals[next++]) {
        const file = await storage.stat(original.key);
        if (file?.sizeBytes !== original.sizeBytes) missing.push(original.imageId);
      }
    }),
  );
  if (missing.length > 0) throw new MissingOriginalError(missing.sort((a, b) => a - b));
}

export async function isAnyWithdrawn(db: Db, albumId: number, imageIds: number[]): Promise<boolean> {
  return (await findWithdrawn(db, albumId, imageIds)) !== undefined;
}

export type PhotoTotals = { photos: number; sizeBytes: number };

export async function photoTotals(db: Db, albumIds: number[]): Promise<Map<number, PhotoTotals>> {
  const rows = await sumPhotos(db, albumIds);
  return new Map(rows.map(({ albumId, ...totals }) => [albumId ?? 0, totals]));
}

export type OwnedPhoto = { image: Image; fileName: string; albumId: number; albumUuid: string };

/** Returns the visible ones, each with the album it is in now. */
export async function findPhotos(db: Db, imageIds: number[]): Promise<OwnedPhoto[]> {
  const rows = await listPhotosById(db, imageIds);
  return rows.map(({ albumId, albumUuid, fileName, ...row }) => ({
    albumId,
    albumUuid,
    fileName,
    image: toWireImage(row),
  }));
}
