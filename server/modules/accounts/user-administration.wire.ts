import type { UserNote, UserSession } from '#contract/endpoints/user-administration.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';
import type { SessionRow } from './accounts.queries.ts';
import type { Person } from './find-people.ts';
import type { NoteRow, StaffRow } from './user-administration.queries.ts';

type People = ReadonlyMap<number, Person>;

const GONE = 'Deleted account';

export function toWireNote(row: NoteRow, people: People, canDelete: boolean): UserNote {
  return {
    id: row.id,
    text: row.text,
    author: { id: row.authorId, name: people.get(row.authorId ?? 0)?.name ?? GONE },
    can_delete: canDelete,
    created_at: toIso(row.createdAt),
  };
}

export function toWireSession(row: SessionRow, ownSessionId: string): UserSession {
  return {
    device: nameDevice(row.userAgent),
    ip: row.ip,
    created_at: toIso(row.createdAt),
    last_seen_at: toIso(row.lastSeenAt),
    is_this_one: row.id === ownSessionId,
  };
}

export function toWireStaff({ id, name, email, role, lastSeenAt }: StaffRow) {
  return { id, name, email, type: role, last_seen_at: toIsoOrNull(lastSeenAt) };
}

const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
] as const;

/** Names a device like "Safari on iPhone", or by its own description if it is unknown. */
export function nameDevice(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [browser, system].filter(Boolean).join(' on ') || userAgent.slice(0, 60) || 'Unknown device';
}
