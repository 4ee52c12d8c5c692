import { z } from 'zod';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { prepareSoon } from '#server/modules/catalogue/prepare-soon.ts';
import { requireStored } from '#server/modules/images/album-originals.ts';
import { MissingOriginalError } from '#server/modules/images/clean-original.ts';
import { findPreparation, forgetFailures } from '#server/modules/images/prepare-album.ts';
import { notify } from '#server/modules/notifications/notify.ts';
import { type DownloadRight, findDownloadRight } from '#server/modules/orders/purchases.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { hashSecret, newLinkToken } from '#server/platform/security/secrets.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { planZip, reportMissing, type ZipPlan } from './plan-zip.ts';
import { START_MINUTES } from './zip-address.ts';

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
    await notifyWhenReady(context, right.id);
    return { isReady: false, right, limit, progress: plan.progress };
  }
  await requireComplete(context, plan);
  const { sizeBytes } = plan.layout;
  return { isReady: true, right, limit, ...(await issueAddress(context, right)), sizeBytes };
}

async function issueAddress({ db, clock }: Context, { id: entitlementId, albumId }: DownloadRight) {
  const token = newLinkToken();
  const issuedAt = clock.now();
  const address = { tokenHash: hashSecret(token), entitlementId, albumId, issuedAt };
  await db.insertInto('zipAddresses').values(address).execute();
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

const CHECK_SECONDS = 10;
const MAX_CHECKS = 360;

export const notifyZipReadyJob = defineJob({
  name: 'downloads.notify-zip-ready',
  payload: z.object({ entitlementId: z.int(), looks: z.int().default(0) }),
});

/** Notifies a customer who asked for a zip before it was ready. */
async function notifyWhenReady(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  entitlementId: number,
  looks = 0,
): Promise<void> {
  const options = { singletonKey: `zip:${entitlementId}`, startAfterSeconds: CHECK_SECONDS };
  await queue.enqueue(db, notifyZipReadyJob, { entitlementId, looks }, options);
}

export async function notifyZipReady(
  context: Context,
  { entitlementId, looks }: z.output<typeof notifyZipReadyJob.payload>,
): Promise<void> {
  const right = await findDownloadRight(context.db, entitlementId);
  if (right?.state !== 'active') return;
  const plan = await planZip(context.db, right.albumId);
  if (!plan) return;
  if (plan.progress < 1) {
    if (looks < MAX_CHECKS) await notifyWhenReady(context, entitlementId, looks + 1);
    return;
  }
  await inTransaction(context, async (tx) => {
    await notify(tx, right.userId, {
      kind: 'zip_ready',
      subject: `zip:${entitlementId}`,
      words: (i18n) => ({
        title: i18n.t('Your album is ready to download'),
        line: i18n.t('{album}: every photo in full size, in one file.', {
          album: plan.name.replace(/\.zip$/, ''),
        }),
      }),
      path: `/MyAlbums?album=${right.albumId}`,
    });
    await publishLive(tx.db, { to: right.userId, kind: 'downloads' });
  });
}

/** Checks every original of the album again. Until then, customers keep the current zip. */
export async function reprocessAlbum(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  actor: Actor,
  albumId: number,
): Promise<void> {
  if (!(await findAlbumFacts(db, albumId))) throw new AppError('not_found');
  const { failure } = await findPreparation({ queue }, albumId);
  await forgetFailures({ queue }, albumId);
  await prepareSoon({ db, queue }, albumId, { anew: true });
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'album.reprocess-zip',
    subject: `album:${albumId}`,
    before: { zip: failure ? `failed: ${failure.reason}` : 'as prepared before' },
    after: { zip: 'prepared again' },
  });
}
