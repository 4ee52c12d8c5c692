import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { findAlbums, lockAlbumsPlannedFrom } from './albums.queries.ts';
import { findEventFacts } from './events.queries.ts';
import { recordAlbumChanges } from './record-album-changes.ts';
import { delayAlbums, lockSchedule } from './schedule.queries.ts';

export type Delay = { eventId: number; minutes: number; from: string };

/** Moves every performance planned at or after a moment, and returns how many there were. */
export async function delayEvent(tx: Pick<Tx, 'db' | 'queue'>, actor: Actor, delay: Delay): Promise<number> {
  const { eventId, minutes, from } = delay;
  if (!(await findEventFacts(tx.db, eventId))) throw new AppError('not_found');
  await lockSchedule(tx.db, eventId, 'exclusive');
  const before = new Map(
    (await lockAlbumsPlannedFrom(tx.db, eventId, from)).map((album) => [album.id, album]),
  );
  await delayAlbums(tx.db, delay);
  const delayed = await findAlbums(tx.db, [...before.keys()]);
  await recordAlbumChanges(tx, actor, {
    changes: delayed.map((after) => ({ before: before.get(after.id), after })),
  });
  await recordAudit(tx.db, {
    actorId: actor.userId,
    action: 'event.delay',
    subject: `event:${eventId}`,
    after: { minutes, from, albums: delayed.length },
  });
  return delayed.length;
}
