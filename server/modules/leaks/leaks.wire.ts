import type { Trace, TraceFinding, TraceState } from '#contract/entities/staff-rows.ts';
import type { Person } from '#server/modules/accounts/find-people.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';
import type { Finding, TraceRow } from './traces.queries.ts';

const LINKS: Record<string, string> = {
  wall: 'Wall link',
  pass: 'Photographer’s pass',
  'photo-link': 'Shared link',
};

type People = ReadonlyMap<number, Person>;

export function toWireTrace(
  row: TraceRow,
  shown: { people: People; scope: string; photo: Trace['photo']; findings: readonly Finding[] },
): Trace {
  const { people, scope, photo, findings } = shown;
  return {
    id: row.id,
    state: row.state as TraceState,
    step: row.step,
    progress: row.progress,
    failure: row.failure,
    reason: row.reason,
    scope,
    started_by: row.startedBy === null ? 'Command line' : (people.get(row.startedBy)?.name ?? ''),
    started_at: toIso(row.startedAt),
    ended_at: toIsoOrNull(row.endedAt),
    pictures: row.pictures,
    images_read: row.imagesRead,
    viewers_asked: row.viewersAsked,
    is_mirrored: row.isMirrored,
    photo,
    findings: findings.map((finding) => toWireFinding(finding, people)),
  };
}

function toWireFinding({ viewer, userId, firstAt, lastAt, chance }: Finding, people: People): TraceFinding {
  const person = userId === null ? undefined : people.get(userId);
  return {
    account: userId !== null && person ? { id: userId, name: person.name, email: person.email } : null,
    label: person ? person.name : labelOf(viewer),
    first_at: toIso(firstAt),
    last_at: toIso(lastAt),
    chance,
  };
}

export function labelOf(viewer: string): string {
  const [kind = '', number = ''] = viewer.split(':');
  return LINKS[kind] ? `${LINKS[kind]} ${number}` : 'A visitor without an account';
}
