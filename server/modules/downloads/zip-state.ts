import type { ResponseOf } from '#contract/endpoint.ts';
import type { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import type { Context } from '#server/context.ts';
import { type CleanOriginal, photoTotals, requireStored } from '#server/modules/images/album-originals.ts';
import { findPreparation } from '#server/modules/images/album-preparation.ts';
import { MissingOriginalError } from '#server/modules/images/clean-original.ts';
import { AppError } from '#server/platform/errors.ts';
import { planZip } from './plan-zip.ts';

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
