import { sql } from 'kysely';
import { type Context, inTransaction } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import { findEvent, lockFiling } from './ingest.queries.ts';
import { askToRefile } from './refile-images.ts';

export type Delay = { eventId: number; minutes: number; from: string; actorId: number };

/** "Running 12 minutes late": everything planned from a moment on comes later, and frames are filed again. */
export async function delayEvent(
  context: Context,
  { eventId, minutes, from, actorId }: Delay,
): Promise<number> {
  return inTransaction(context, async (tx) => {
    if (!(await findEvent(tx.db, eventId))) throw new AppError('not_found');
    await lockFiling(tx.db, eventId, 'exclusive');
    const shifted = await tx.db
      .updateTable('albums')
      .set({
        plannedAt: sql`planned_at + make_interval(mins => ${minutes})`,
        announcedAt: sql`coalesce(announced_at, planned_at)`,
      })
      .where('eventId', '=', eventId)
      .where('plannedAt', '>=', from)
      .returning('id')
      .execute();
    await askToRefile(tx, { eventId });
    await recordAudit(tx.db, {
      actorId,
      action: 'event.delay',
      subject: `event:${eventId}`,
      after: { minutes, from, albums: shifted.length },
    });
    return shifted.length;
  });
}
