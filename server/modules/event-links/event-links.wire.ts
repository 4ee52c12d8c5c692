import type { EventLink } from '#contract/entities/links.ts';
import type { Person } from '#server/modules/accounts/find-people.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';
import type { LinkRow } from './event-links.queries.ts';

const FORMER_ACCOUNT = 'A former account';

export function toWireLink(
  row: LinkRow,
  { people, status }: { people: ReadonlyMap<number, Person>; status: EventLink['status'] },
): EventLink {
  return {
    id: row.id,
    label: row.label,
    made_by: people.get(row.madeBy ?? 0)?.name ?? FORMER_ACCOUNT,
    created_at: toIso(row.createdAt),
    ends_on: row.endsOn,
    last_opened_at: toIsoOrNull(row.lastOpenedAt),
    status,
  };
}
