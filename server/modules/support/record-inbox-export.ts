import type { inboxList } from '#contract/lists/inbox.ts';
import type { FilterValues } from '#contract/lists/list.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { inboxSource } from './inbox.queries.ts';

/** Exports are audited, because the file contains names and e-mail addresses. */
export async function recordInboxExport(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  filters: FilterValues<typeof inboxList>,
): Promise<void> {
  const { total } = await inboxSource.count(db, filters);
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'conversations.export',
    subject: 'conversations',
    after: { filter: filters, conversations: total },
  });
}
