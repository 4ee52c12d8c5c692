import type { WatermarkRemake } from '#contract/endpoints/watermark.ts';
import type { Context, Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { currentMark, storedMark } from './current-mark.ts';
import { nameOfMark } from './mark.ts';
import { countMarked, findLastRemake, insertRemake, takeUpRemake } from './marks.queries.ts';
import { remakeKey, remakeMarksJob } from './remake-marks.ts';

/** The queue has dropped a remake that has not reported for this long. */
const SILENT_MINUTES = 15;

/** Never starts a second remake, but continues one that the queue has dropped. */
export async function startRemake(tx: Tx, actor: Actor): Promise<void> {
  const now = tx.clock.now();
  const mark = nameOfMark(await storedMark(tx));
  const started = await insertRemake(tx.db, { mark, startedBy: actor.userId, startedAt: now });
  if (started) {
    await recordAudit(tx.db, {
      actorId: actor.userId,
      action: 'watermark.remake',
      subject: 'watermark',
      after: { mark },
    });
    return enqueue(tx, started.id);
  }
  const running = await findLastRemake(tx.db);
  const silence = { before: minutesFrom(now, -SILENT_MINUTES), now };
  if (running && (await takeUpRemake(tx.db, running.id, silence))) await enqueue(tx, running.id);
}

function enqueue({ db, queue }: Tx, remakeId: number): Promise<void> {
  return queue.enqueue(db, remakeMarksJob, { remakeId }, { singletonKey: remakeKey(remakeId) });
}

export async function getRemake(context: Pick<Context, 'db' | 'log'>): Promise<WatermarkRemake> {
  const mark = nameOfMark(await currentMark(context));
  // The photos are counted last, so that a remake that has ended is never shown with the counts from before its end.
  const last = await findLastRemake(context.db);
  const counts = await countMarked(context.db, mark);
  return {
    state: last && last.finishedAt === null ? 'running' : 'idle',
    ...counts,
    left: last?.mark === mark ? last.photosLeft : 0,
  };
}
