import type { SettingsChangeRecord } from '#contract/endpoints/settings.ts';
import { listPeople } from '#server/modules/accounts/list-people.ts';
import { listAuditOf } from '#server/platform/audit.ts';
import { auditChanges } from '#server/platform/audit-changes.ts';
import type { Db } from '#server/platform/database.ts';
import { toIso } from '#server/platform/timestamps.ts';

const MOST_SHOWN = 200;

export async function settingsHistory(db: Db): Promise<SettingsChangeRecord[]> {
  const entries = await listAuditOf(db, 'site', MOST_SHOWN);
  const people = await listPeople(
    db,
    entries.map((entry) => entry.actorId),
  );
  return entries.map((entry) => ({
    id: entry.id,
    actor_name: people.get(entry.actorId ?? 0)?.name ?? 'A former account',
    created_at: toIso(entry.createdAt),
    changes: auditChanges(entry),
  }));
}
