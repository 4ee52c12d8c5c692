import { type InboxRow, MAX_EXPORTED_CONVERSATIONS } from '#contract/endpoints/support.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { type InboxChoice, listInbox } from './inbox.ts';

/** Audited, because the file contains names and e-mail addresses. */
export async function exportInbox(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  choice: InboxChoice,
): Promise<InboxRow[]> {
  const rows = await listInbox(db, { ...choice, start: 0, limit: MAX_EXPORTED_CONVERSATIONS });
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'conversations.export',
    subject: 'conversations',
    after: { filter: choice, conversations: rows.length },
  });
  return rows;
}
