import { MAX_LEAK_SEARCHES_LISTED } from '#contract/endpoints/leaks.ts';
import type { LeakFinding, LeakSearch, LeakSearchState } from '#contract/entities/staff-rows.ts';
import type { Context } from '#server/context.ts';
import { readOf } from '#server/modules/accounts/customer-access.ts';
import { listPeople, type Person } from '#server/modules/accounts/find-people.ts';
import { albumsById, eventsById } from '#server/modules/catalogue/browse-albums.ts';
import { photosInReview } from '#server/modules/images/album-images.ts';
import { countMarkedPreviews } from '#server/modules/images/replaced-variants.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { toWire } from '#server/platform/http/wire-names.ts';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { type Finding, findLeakSearch, type LeakSearchRow, listFindings } from './leak-searches.queries.ts';

const TOKEN_MINUTES = 30;

/** The names in a result are data of these people, so reading them goes on record. */
export async function showLeakSearch(context: Context, actor: Actor, searchId: number): Promise<LeakSearch> {
  const leakSearch = await findLeakSearch(context.db, searchId);
  if (!leakSearch) throw new AppError('not_found');
  const findings = await listFindings(context.db, [searchId]);
  for (const { userId } of findings) {
    if (userId !== null) await readOf(context, actor, { userId, part: 'trace' });
  }
  const [shown] = await describeLeakSearches(context, actor, [leakSearch], findings);
  if (!shown) throw new AppError('not_found');
  return shown;
}

/** The history names no accounts; those are read one search at a time. */
export async function listLeakSearches(context: Context, actor: Actor) {
  const rows = await context.db
    .selectFrom('traces')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(MAX_LEAK_SEARCHES_LISTED)
    .execute();
  return {
    traces: await describeLeakSearches(context, actor, rows, []),
    previews: await countMarkedPreviews(context.db),
  };
}

async function describeLeakSearches(
  context: Context,
  actor: Actor,
  rows: readonly LeakSearchRow[],
  findings: readonly Finding[],
): Promise<LeakSearch[]> {
  const { db } = context;
  const unique = (ids: readonly (number | null)[]) => [...new Set(ids.filter((one) => one !== null))];
  const people = await listPeople(db, [
    ...rows.map((row) => row.startedBy),
    ...findings.map((one) => one.userId),
  ]);
  const photos = await photosInReview(db, unique(rows.map((row) => row.imageId)));
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

  const scopeOf = ({ albumId, eventId }: LeakSearchRow) =>
    titleOf(albumId) || (eventId === null ? '' : events.get(eventId)?.name) || 'All photos';

  function photoOf({ imageId }: LeakSearchRow): LeakSearch['photo'] {
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

  return rows.map((row) =>
    toWireLeakSearch(row, { people, scope: scopeOf(row), photo: photoOf(row), findings }),
  );
}

const LINKS: Record<string, string> = {
  wall: 'Wall link',
  pass: 'Photographer’s pass',
  'photo-link': 'Shared link',
};

type People = ReadonlyMap<number, Person>;

function toWireLeakSearch(
  row: LeakSearchRow,
  shown: { people: People; scope: string; photo: LeakSearch['photo']; findings: readonly Finding[] },
): LeakSearch {
  const { people, scope, photo, findings } = shown;
  const { startedBy, eventId: _event, albumId: _album, imageId: _image, ...facts } = row;
  return {
    ...toWire(facts),
    state: row.state as LeakSearchState,
    scope,
    started_by: startedBy === null ? 'Command line' : (people.get(startedBy)?.name ?? ''),
    photo,
    findings: findings.map((finding) => toWireFinding(finding, people)),
  };
}

function toWireFinding({ viewer, userId, firstAt, lastAt, chance }: Finding, people: People): LeakFinding {
  const person = userId === null ? undefined : people.get(userId);
  return {
    account: userId !== null && person ? { id: userId, name: person.name, email: person.email } : null,
    label: person ? person.name : labelOf(viewer),
    ...toWire({ firstAt, lastAt, chance }),
  };
}

export function labelOf(viewer: string): string {
  const [kind = '', number = ''] = viewer.split(':');
  return LINKS[kind] ? `${LINKS[kind]} ${number}` : 'A visitor without an account';
}
