import type { ResponseOf } from '#contract/endpoint.ts';
import type { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import { layOutZip, type ZipLayout } from '#engines/zip/zip.ts';
import type { Context } from '#server/context.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { prepareSoon } from '#server/modules/catalogue/prepare-soon.ts';
import {
  type CleanOriginal,
  listAlbumOriginals,
  photoTotals,
  requireStored,
} from '#server/modules/images/album-originals.ts';
import { MissingOriginalError } from '#server/modules/images/clean-original.ts';
import { findPreparation } from '#server/modules/images/prepare-album.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';

export type ZipPlan = {
  albumId: number;
  name: string;
  layout: ZipLayout;
  originals: CleanOriginal[];
  /** Runs from 0 to 1. Only a complete zip is sent. */
  progress: number;
};

const EXTENSIONS = { jpeg: 'jpg', png: 'png', webp: 'webp', tiff: 'tif' } as const;

export async function planZip(db: Db, albumId: number): Promise<ZipPlan | undefined> {
  const album = await findAlbumFacts(db, albumId);
  if (!album) return undefined;
  const { originals, photos } = await listAlbumOriginals(db, albumId);
  const folder = albumFolderName(album);
  const layout = layOutZip(
    originals.map(({ format, fileName, ...original }, index) => ({
      ...original,
      name: `${folder}/${photoName(index + 1, fileName, EXTENSIONS[format])}`,
    })),
  );
  const progress = photos === 0 ? 1 : originals.length / photos;
  return { albumId, name: `${folder}.zip`, layout, originals, progress };
}

// Names inside a zip must be unique and valid on Windows, macOS and phones.

const FORBIDDEN = /[<>:"/\\|?*\p{C}]/gu;
const LONGEST_PART = 80;

/** Returns a name like "042 Northshore Royals", which sorts by performance order. */
export function albumFolderName(album: {
  performanceOrder: number;
  programName: string;
  teamName: string;
}): string {
  const team = clean(`${album.programName} ${album.teamName}`);
  return `${String(album.performanceOrder).padStart(3, '0')} ${team}`.trim();
}

/** Returns a name like "0007 IMG_1234.jpg"; the number makes it unique and keeps the order. */
export function photoName(position: number, fileName: string, extension: string): string {
  const stem = clean(fileName.replace(/\.\w{1,5}$/, ''));
  return `${String(position).padStart(4, '0')} ${stem}`.trim().concat('.', extension);
}

/** Windows removes dots and spaces at the end of a name and then cannot find the file. */
function clean(text: string): string {
  const plain = text.normalize('NFC').replace(FORBIDDEN, '_').replace(/\s+/g, ' ').trim();
  return [...plain]
    .slice(0, LONGEST_PART)
    .join('')
    .replace(/[. ]+$/, '');
}

type ZipState = ResponseOf<typeof albumAdministrationEndpoints.albumZipState>;

/** Tells staff whether customers can download the album now and, if not, why. */
export async function findZipState(context: Context, albumId: number): Promise<ZipState> {
  const plan = await planZip(context.db, albumId);
  if (!plan) throw new AppError('not_found');
  const { photos = 0, sizeBytes = 0 } = (await photoTotals(context.db, [albumId])).get(albumId) ?? {};
  const { isUnderWay, failure } = await findPreparation(context, albumId);
  const isPrepared = plan.progress === 1;
  // Ignore the old failure: all files have since been stored.
  const isResolved = isPrepared && failure && (await areStored(context, plan.originals));
  const state = (): ZipState['state'] => {
    if (photos === 0) return 'no_photos';
    if (isUnderWay) return 'working';
    if (failure && !isResolved) return 'failed';
    return isPrepared ? 'ready' : 'not_prepared';
  };
  return {
    state: state(),
    photos,
    prepared: plan.originals.length,
    size_bytes: isPrepared ? plan.layout.sizeBytes : sizeBytes,
    failure:
      failure && state() === 'failed'
        ? { reason: failure.reason, failed_at: failure.failedAt.toISOString() }
        : null,
  };
}

async function areStored(context: Context, originals: readonly CleanOriginal[]): Promise<boolean> {
  try {
    await requireStored(context, originals);
    return true;
  } catch (error) {
    if (error instanceof MissingOriginalError) return false;
    throw error;
  }
}

/** Enqueues a job that checks the files again. If it fails, staff see it. */
export async function reportMissing(
  context: Pick<Context, 'db' | 'queue' | 'log'>,
  albumId: number,
  error: MissingOriginalError,
): Promise<void> {
  context.log.error({ err: error, albumId }, 'an album cannot be downloaded');
  await prepareSoon(context, albumId);
}
