import type { z } from 'zod';
import type { newTrace } from '#contract/endpoints/leaks.ts';
import type { Context } from '#server/context.ts';
import { showSecondFactor, withSecondFactor } from '#server/modules/accounts/second-factor.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { findEventFacts } from '#server/modules/catalogue/events.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { insertTrace, type NewTrace, type TraceRow } from './traces.queries.ts';

type Wanted = z.output<typeof newTrace>;

/** Whoever is at an open screen without the phone of its owner cannot trace anybody. */
export async function startTrace(
  context: Context,
  actor: Actor,
  { reason, event, album, pictures, ...factor }: Wanted,
): Promise<TraceRow> {
  if (!(await showSecondFactor(context, actor)).is_on) throw new AppError('second_factor_setup_required');
  return withSecondFactor(context, actor.userId, factor, (tx) =>
    recordTrace(tx.db, {
      startedBy: actor.userId,
      reason,
      eventId: event,
      albumId: album,
      pictures,
      startedAt: tx.clock.now(),
    }),
  );
}

/** Puts the trace and its reason on record before anything is searched. */
export async function recordTrace(db: Db, wanted: NewTrace): Promise<TraceRow> {
  const { albumId, eventId, pictures } = wanted;
  const album = albumId === null ? undefined : await findAlbumFacts(db, albumId);
  if (albumId !== null && !album) throw new AppError('not_found', { message: 'There is no such album.' });
  if (eventId !== null && !(await findEventFacts(db, eventId))) {
    throw new AppError('not_found', { message: 'There is no such event.' });
  }
  const trace = await insertTrace(db, wanted);
  await recordAudit(db, {
    actorId: wanted.startedBy,
    action: 'trace.start',
    subject: `trace:${trace.id}`,
    after: { reason: wanted.reason, event: eventId, album: albumId, pictures },
  });
  return trace;
}
