import type { SupportMessage } from '#contract/endpoints/support.ts';
import type { Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/list-people.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { listAttachments } from './attachments.queries.ts';
import { listMessages, type MessageRow } from './messages.queries.ts';
import { toWireMessage } from './support.wire.ts';

export type ShowWorld = Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'log'>;

export async function showConversationMessages(
  world: ShowWorld,
  conversationId: number,
): Promise<SupportMessage[]> {
  return showMessages(world, await listMessages(world.db, conversationId));
}

export async function showMessages(world: ShowWorld, rows: MessageRow[]): Promise<SupportMessage[]> {
  const people = await listPeople(
    world.db,
    rows.map((row) => row.authorId),
  );
  const attachments = await listAttachments(
    world.db,
    rows.map((row) => row.id),
  );
  const { site_name: siteName } = await getSettings(world);
  return rows.map((row) => toWireMessage(world, row, { people, attachments, siteName }));
}
