import type { Context } from '#server/context.ts';
import { prepareSoon } from '#server/modules/catalogue/prepare-soon.ts';
import { requireStored } from '#server/modules/images/album-originals.ts';
import { MissingOriginalError } from '#server/modules/images/clean-original.ts';
import { type DownloadRight, findDownloadRight } from '#server/modules/orders/purchases.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { hashSecret, newLinkToken } from '#server/platform/secrets.ts';
import { planZip, type ZipPlan } from './plan-zip.ts';
import { reportMissing } from './report-missing.ts';
import { tellWhenReady } from './tell-zip-ready.ts';
import { START_MINUTES } from './zip-address.ts';
import { insertAddress } from './zip-addresses.queries.ts';

export type Requested =
  | { isReady: true; right: DownloadRight; limit: number; path: string; sizeBytes: number; expiresAt: Date }
  | { isReady: false; right: DownloadRight; limit: number; progress: number };

/** Creates a link to the zip of an owned album. Only a completed download counts. */
export async function requestDownload(
  context: Context,
  actor: Actor,
  entitlementId: number,
): Promise<Requested> {
  const right = await findDownloadRight(context.db, entitlementId);
  if (right?.userId !== actor.userId || right.imageId !== null) throw new AppError('not_found');
  if (right.state !== 'active') throw new AppError('download_suspended');
  const { download_limit: limit } = await getSettings(context);
  if (right.downloadsUsed >= limit) throw new AppError('downloads_used_up');
  const plan = await planZip(context.db, right.albumId);
  if (!plan) throw new AppError('not_found');
  if (plan.progress < 1) {
    await prepareSoon(context, right.albumId);
    await tellWhenReady(context, right.id);
    return { isReady: false, right, limit, progress: plan.progress };
  }
  await requireComplete(context, plan);
  const { sizeBytes } = plan.layout;
  return { isReady: true, right, limit, ...(await issueAddress(context, right)), sizeBytes };
}

async function issueAddress({ db, clock }: Context, { id: entitlementId, albumId }: DownloadRight) {
  const token = newLinkToken();
  const issuedAt = clock.now();
  await insertAddress(db, { tokenHash: hashSecret(token), entitlementId, albumId, issuedAt });
  return { path: `/album-zips/${token}`, expiresAt: minutesFrom(issuedAt, START_MINUTES) };
}

/** Checks the stored files first, so that no download breaks off in the middle. */
async function requireComplete(context: Context, { albumId, originals }: ZipPlan): Promise<void> {
  try {
    await requireStored(context, originals);
  } catch (error) {
    if (!(error instanceof MissingOriginalError)) throw error;
    await reportMissing(context, albumId, error);
    throw new AppError('album_incomplete');
  }
}
