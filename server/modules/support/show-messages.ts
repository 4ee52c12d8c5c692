import type { SupportMessage } from '#contract/endpoints/support.ts';
import type { Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/find-people.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { listAttachments } from './attachments.queries.ts';
import { listMessages, type MessageRow } from './messages.queries.ts';
import { toWireMessage } from './support.wire.ts';

type ShowTx = Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'log'>;

export async function showConversationMessages(
  tx: ShowTx,
  conversationId: number,
): Promise<SupportMessage[]> {
  return showMessages(tx, await listMessages(tx.db, conversationId));
}

export async function showMessages(tx: ShowTx, rows: MessageRow[]): Promise<SupportMessage[]> {
  const people = await listPeople(
    tx.db,
    rows.map((row) => row.authorId),
  );
  const attachments = await listAttachments(
    tx.db,
    rows.map((row) => row.id),
  );
  const { site_name: siteName } = await getSettings(tx);
  return rows.map((row) => toWireMessage(tx, row, { people, attachments, siteName }));
}
