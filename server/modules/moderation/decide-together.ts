import type { DecidedTogether } from '#contract/endpoints/moderation.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { settleVisibility } from '#server/modules/images/settle-visibility.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { actOnEach } from '#server/platform/lists/act-on-each.ts';
import { acknowledgeReport } from './acknowledge-report.ts';
import { lockReportsOf, type ReportRow } from './moderation.queries.ts';
import { reopenReport } from './reopen-report.ts';
import { showReports } from './show-reports.ts';

const IMAGES_AT_A_TIME = 4;

export function acknowledgeReports(
  context: Context,
  actor: Actor,
  { imageIds, removed }: { imageIds: readonly number[]; removed: boolean },
): Promise<DecidedTogether> {
  return decideTogether(context, actor, imageIds, async (tx, imageId) => {
    const reports = await lockReportsOf(tx.db, imageId);
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
  for (let from = 0; from < done.length; from += IMAGES_AT_A_TIME) {
    const some = done.slice(from, from + IMAGES_AT_A_TIME);
    await Promise.all(some.map((imageId) => settleVisibility(context, imageId)));
  }
  return { done, refused, reports: await showReports(context, actor, rows) };
}
