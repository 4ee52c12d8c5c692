import type { Image } from '#contract/entities/album.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database.ts';
import { toIsoOrNull } from '#server/platform/timestamps.ts';
import { cleanKey, MissingOriginalError } from './clean-original.ts';
import {
  findWithdrawn,
  listOriginals,
  listPhotosById,
  type OriginalFormat,
  sumPhotos,
  unpackBlanks,
} from './clean-originals.queries.ts';
import type { BlankSpan } from './without-location.ts';

/** An original as it leaves: its size and checksum are those of the bytes without location. */
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

/** What an owner of the album may have, in the order of the day; fewer than `photos` while some are prepared. */
export async function listAlbumOriginals(db: Db, albumId: number): Promise<AlbumOriginals> {
  const rows = await listOriginals(db, albumId);
  const originals = rows.flatMap((row) => {
    const { format, cleanBytes, cleanCrc32, blanks } = row;
    if (format === null || cleanBytes === null || cleanCrc32 === null) return [];
    return [
      {
        imageId: row.id,
        key: cleanKey(row, format),
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

/** Throws when a file is missing or not as long as it was. */
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

/** Whether one of the images was hidden, removed or moved out of the album. */
export async function isAnyWithdrawn(db: Db, albumId: number, imageIds: number[]): Promise<boolean> {
  return (await findWithdrawn(db, albumId, imageIds)) !== undefined;
}

export type PhotoTotals = { photos: number; sizeBytes: number };

export async function photoTotals(db: Db, albumIds: number[]): Promise<Map<number, PhotoTotals>> {
  const rows = await sumPhotos(db, albumIds);
  return new Map(rows.map(({ albumId, ...totals }) => [albumId ?? 0, totals]));
}

export type OwnedPhoto = { image: Image; fileName: string; albumId: number; albumUuid: string };

/** Those of the images that may be seen, each with the album it lies in now. */
export async function findPhotos(db: Db, imageIds: number[]): Promise<OwnedPhoto[]> {
  const rows = await listPhotosById(db, imageIds);
  return rows.flatMap(({ albumId, albumUuid, fileName, ...row }) =>
    albumId === null
      ? []
      : [
          {
            albumId,
            albumUuid,
            fileName,
            image: {
              id: row.id,
              width: row.width ?? 0,
              height: row.height ?? 0,
              captured_at: toIsoOrNull(row.capturedAt),
              placeholder: row.placeholder,
            },
          },
        ],
  );
}
