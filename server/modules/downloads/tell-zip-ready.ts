import { z } from 'zod';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { notify } from '#server/modules/notifications/notify.ts';
import { findDownloadRight } from '#server/modules/orders/purchases.ts';
import { tell } from '#server/platform/live/tell.ts';
import { defineJob } from '#server/platform/queue.ts';
import { planZip } from './plan-zip.ts';

const CHECK_SECONDS = 10;
const MAX_CHECKS = 360;

export const tellZipReadyJob = defineJob({
  name: 'downloads.tell-zip-ready',
  payload: z.object({ entitlementId: z.int(), looks: z.int().default(0) }),
});

/** Notifies a customer who asked for a zip before it was ready. */
export async function tellWhenReady(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  entitlementId: number,
  looks = 0,
): Promise<void> {
  const options = { singletonKey: `zip:${entitlementId}`, startAfterSeconds: CHECK_SECONDS };
  await queue.enqueue(db, tellZipReadyJob, { entitlementId, looks }, options);
}

export async function tellZipReady(
  context: Context,
  { entitlementId, looks }: z.output<typeof tellZipReadyJob.payload>,
): Promise<void> {
  const right = await findDownloadRight(context.db, entitlementId);
  if (right?.state !== 'active') return;
  const plan = await planZip(context.db, right.albumId);
  if (!plan) return;
  if (plan.progress < 1) {
    if (looks < MAX_CHECKS) await tellWhenReady(context, entitlementId, looks + 1);
    return;
  }
  await inTransaction(context, async (tx) => {
    await notify(tx, right.userId, {
      kind: 'zip_ready',
      subject: `zip:${entitlementId}`,
      title: 'Your album is ready to download',
      line: `${plan.name.replace(/\.zip$/, '')}: every photo in full size, in one file.`,
      path: `/MyAlbums?album=${right.albumId}`,
    });
    await tell(tx.db, { to: right.userId, kind: 'downloads' });
  });
}
