import { sql } from 'kysely';
import { z } from 'zod';
import { type DecidedTogether, UNDO_SECONDS } from '#contract/endpoints/moderation.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { settleVisibility } from '#server/modules/images/derivatives-placement.ts';
import { lockReadyImages, withholdImage } from '#server/modules/images/image-records.ts';
import { notify } from '#server/modules/notifications/notify.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { actOnEach } from '#server/platform/lists/act-on-each.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { mapAtOnce } from '#server/platform/processes/map-at-once.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { type ReportRow, showReports } from './reports.ts';

type DecideTx = Pick<Tx, 'db' | 'clock' | 'queue'>;

export async function acknowledgeReport(
  tx: DecideTx,
  actor: Actor,
  { imageId, removed }: { imageId: number; removed: boolean },
): Promise<ReportRow[]> {
  const now = tx.clock.now();
  const reports = await tx.db
    .updateTable('reportedPhotos')
    .set({
      removed,
      acknowledgedAt: sql`coalesce(acknowledged_at, ${now})`,
      acknowledgedBy: actor.userId,
    })
    .where('imageId', '=', imageId)
    .returningAll()
    .execute();
  if (reports.length === 0) throw new AppError('not_found');
  const isHidden = removed || (await hasOpenHiding(tx, imageId));
  const hasChanged = await withholdImage(tx, imageId, isHidden ? now : null);
  await recordAudit(tx.db, {
    actorId: actor.userId,
    action: 'reported-photo.acknowledge',
    subject: `image:${imageId}`,
    before: { hidden: hasChanged ? !isHidden : isHidden },
    after: { hidden: isHidden, reports: reports.map((report) => report.id) },
  });
  await publishLive(tx.db, { to: 'staff', kind: 'queues' });
  const startAfterSeconds = UNDO_SECONDS + SLACK_SECONDS;
  await tx.queue.enqueue(tx.db, notifyReportersJob, { imageId, removed }, { startAfterSeconds });
  return reports.sort((a, b) => b.id - a.id);
}

/** A privacy report that came meanwhile is not decided, so it still hides the photo. Later ones wait for the lock. */
async function hasOpenHiding({ db }: Pick<Tx, 'db'>, imageId: number): Promise<boolean> {
  await lockReadyImages(db, [imageId]);
  return (await listReportsOf(db, imageId)).some(
    ({ type, staffFirst, acknowledgedAt }) => type === 'privacy' && !staffFirst && acknowledgedAt === null,
  );
}

/** The page shows Undo for UNDO_SECONDS; the rest allows for the time the request takes. */
const WINDOW_MS = (UNDO_SECONDS + 4) * 1_000;

/** Undoes a decision; the photo stays hidden only if an open report hides it. */
async function reopenReport(tx: DecideTx, actor: Actor, imageId: number): Promise<ReportRow[]> {
  const now = tx.clock.now();
  const before = await listReportsOf(tx.db, imageId);
  // Older decisions stay.
  const reopened = await tx.db
    .updateTable('reportedPhotos')
    .set({ removed: false, acknowledgedAt: null, acknowledgedBy: null })
    .where('imageId', '=', imageId)
    .where('acknowledgedAt', '>', new Date(now.getTime() - WINDOW_MS).toISOString())
    .returningAll()
    .execute();
  if (reopened.length === 0) throw new AppError('too_late_to_undo');
  await tx.db.updateTable('reportedPhotos').set({ removed: false }).where('imageId', '=', imageId).execute();
  const isHidden = await hasOpenHiding(tx, imageId);
  await withholdImage(tx, imageId, isHidden ? now : null);
  await recordAudit(tx.db, {
    actorId: actor.userId,
    action: 'reported-photo.reopen',
    subject: `image:${imageId}`,
    before: { removed: before.some((report) => report.removed) },
    after: { hidden: isHidden, reports: reopened.map((report) => report.id) },
  });
  await publishLive(tx.db, { to: 'staff', kind: 'queues' });
  return listReportsOf(tx.db, imageId);
}

const IMAGES_AT_A_TIME = 4;

export function acknowledgeReports(
  context: Context,
  actor: Actor,
  { imageIds, removed }: { imageIds: readonly number[]; removed: boolean },
): Promise<DecidedTogether> {
  return decideTogether(context, actor, imageIds, async (tx, imageId) => {
    const reports = await tx.db
      .selectFrom('reportedPhotos')
      .select('acknowledgedAt')
      .where('imageId', '=', imageId)
      .orderBy('id')
      .forUpdate()
      .execute();
    if (reports.length > 0 && reports.every(({ acknowledgedAt }) => acknowledgedAt !== null)) {
      throw new AppError('conflict', { message: 'Someone else has already decided this one.' });
    }
    return acknowledgeReport(tx, actor, { imageId, removed });
  });
}

export function reopenReports(
  context: Context,
  actor: Actor,
  imageIds: readonly number[],
): Promise<DecidedTogether> {
  return decideTogether(context, actor, imageIds, (tx, imageId) => reopenReport(tx, actor, imageId));
}

type Decide = (tx: Tx, imageId: number) => Promise<ReportRow[]>;

/** Records every decision before it moves the first file, so that the undo window starts at the same time for all. */
async function decideTogether(
  context: Context,
  actor: Actor,
  imageIds: readonly number[],
  decide: Decide,
): Promise<DecidedTogether> {
  const rows: ReportRow[] = [];
  const { done, refused } = await actOnEach(imageIds, async (imageId) => {
    rows.push(...(await inTransaction(context, (tx) => decide(tx, imageId))));
  });
  await mapAtOnce(done, IMAGES_AT_A_TIME, (imageId) => settleVisibility(context, imageId));
  return { done, refused, reports: await showReports(context, actor, rows) };
}

/** Runs once the decision can no longer be undone. */
export const notifyReportersJob = defineJob({
  name: 'moderation.notify-reporters',
  payload: z.object({ imageId: z.int(), removed: z.boolean() }),
});
type Decision = z.output<typeof notifyReportersJob.payload>;

const SLACK_SECONDS = 5;

export async function notifyReporters(tx: Tx, { imageId, removed }: Decision): Promise<void> {
  const reports = await listReportsOf(tx.db, imageId);
  const settled = reports.filter((report) => report.acknowledgedAt !== null && report.removed === removed);
  // Reports that one person sent before the decision get one answer; a later one gets its own.
  const newest = new Map(settled.toReversed().map((report) => [report.userId, report]));
  for (const { id, userId, albumId } of newest.values()) {
    await notify(tx, userId, {
      kind: 'report_handled',
      subject: `report:${id}:${removed ? 'removed' : 'kept'}`,
      words: (i18n) => ({
        title: i18n.t('We looked at the photo you reported'),
        line: removed
          ? i18n.t('Thank you for telling us. We took the photo down, and nobody can see it anymore.')
          : i18n.t('Thank you for telling us. We looked at the photo closely, and it stays in the album.'),
      }),
      path: `/user-album/${albumId}`,
    });
  }
}

export function listReportsOf(db: Db, imageId: number) {
  return db
    .selectFrom('reportedPhotos')
    .selectAll()
    .where('imageId', '=', imageId)
    .orderBy('id', 'desc')
    .execute();
}
