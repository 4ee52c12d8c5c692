import type { Tx } from '#server/context.ts';
import { recordAudits } from '#server/platform/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import type { AlbumRow } from './albums.queries.ts';
import { albumPublished, albumSubject } from './publish-album.ts';
import { stretchEvents } from './schedule.queries.ts';
import { scheduleChanged } from './schedule-changed.ts';

export type AlbumChange = { before?: AlbumRow | undefined; after: AlbumRow };

/** Writes the history of created and changed albums, and tells the modules that depend on names and times. */
export async function recordAlbumChanges(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  actor: Actor,
  { changes, quiet = false }: { changes: readonly AlbumChange[]; quiet?: boolean | undefined },
): Promise<void> {
  // A corrected name can match saved searches that the old name did not.
  for (const { after } of changes.filter(isPublishedAndRenamed)) {
    await queue.enqueue(db, albumPublished, { albumId: after.id, quiet });
  }
  const rescheduled = changes.filter(({ before, after }) => (before?.plannedAt ?? null) !== after.plannedAt);
  await stretchEvents(
    db,
    rescheduled.map(({ after }) => after.id),
  );
  for (const eventId of new Set(rescheduled.map(({ after }) => after.eventId))) {
    await queue.enqueue(db, scheduleChanged, { eventId });
  }
  await recordAudits(
    db,
    changes.map(({ before, after }) => ({
      actorId: actor.userId,
      action: before ? 'album.update' : 'album.create',
      subject: albumSubject(after.id),
      before,
      after,
    })),
  );
}

function isPublishedAndRenamed({ before, after }: AlbumChange): boolean {
  if (!before?.publishedAt || !after.publishedAt) return false;
  return (['programName', 'teamName', 'divisionName'] as const).some((name) => before[name] !== after[name]);
}
