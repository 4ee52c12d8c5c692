import { MAX_TRACES_LISTED } from '#contract/endpoints/leaks.ts';
import type { Trace } from '#contract/entities/staff-rows.ts';
import type { Context } from '#server/context.ts';
import { readOf } from '#server/modules/accounts/customer-access.ts';
import { listPeople } from '#server/modules/accounts/find-people.ts';
import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { eventsById } from '#server/modules/catalogue/browse-events.ts';
import { countMarkedPreviews, photosToCompare } from '#server/modules/images/replaced-variants.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { toWireTrace } from './leaks.wire.ts';
import { type Finding, findTrace, listFindings, type TraceRow } from './traces.queries.ts';

const TOKEN_MINUTES = 30;

/** Staff who see whom a trace names have read something about that person, which goes on record. */
export async function showTrace(context: Context, actor: Actor, traceId: number): Promise<Trace> {
  const trace = await findTrace(context.db, traceId);
  if (!trace) throw new AppError('not_found');
  const findings = await listFindings(context.db, [traceId]);
  for (const { userId } of findings) {
    if (userId !== null) await readOf(context, actor, { userId, part: 'trace' });
  }
  const [shown] = await describeTraces(context, actor, [trace], findings);
  if (!shown) throw new AppError('not_found');
  return shown;
}

/** The history names no accounts; those are read one trace at a time. */
export async function listTraces(context: Context, actor: Actor) {
  const rows = await context.db
    .selectFrom('traces')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(MAX_TRACES_LISTED)
    .execute();
  return {
    traces: await describeTraces(context, actor, rows, []),
    previews: await countMarkedPreviews(context.db),
  };
}

async function describeTraces(
  context: Context,
  actor: Actor,
  rows: readonly TraceRow[],
  findings: readonly Finding[],
): Promise<Trace[]> {
  const { db } = context;
  const unique = (ids: readonly (number | null)[]) => [...new Set(ids.filter((one) => one !== null))];
  const people = await listPeople(db, [
    ...rows.map((row) => row.startedBy),
    ...findings.map((one) => one.userId),
  ]);
  const photos = await photosToCompare(db, unique(rows.map((row) => row.imageId)));
  const albumIds = unique([
    ...rows.map((row) => row.albumId),
    ...[...photos.values()].map((one) => one.albumId),
  ]);
  const albums = await albumsById(context, albumIds, actor.userId);
  const events = await eventsById(db, unique(rows.map((row) => row.eventId)));
  const titleOf = (albumId: number | null) => {
    const found = albumId === null ? undefined : albums.get(albumId);
    return found ? `${found.album.program_name} ${found.album.team_name}`.trim() : '';
  };

  const scopeOf = ({ albumId, eventId }: TraceRow) =>
    titleOf(albumId) || (eventId === null ? '' : events.get(eventId)?.name) || 'All photos';

  function photoOf({ imageId }: TraceRow): Trace['photo'] {
    const photo = imageId === null ? undefined : photos.get(imageId);
    if (!photo) return null;
    const { albumId, folderUuid, image } = photo;
    const grant = { folderUuid, userId: actor.userId, scope: { kind: 'previews' } } as const;
    return {
      image,
      folder_uuid: folderUuid,
      auth: issueImageToken(context, grant, TOKEN_MINUTES),
      album: albumId,
      title: titleOf(albumId) || 'Photo in no album',
      event_name: (albumId === null ? undefined : albums.get(albumId)?.event.name) ?? '',
    };
  }

  return rows.map((row) => toWireTrace(row, { people, scope: scopeOf(row), photo: photoOf(row), findings }));
}
