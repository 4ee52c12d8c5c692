import type { Db } from '#server/platform/database/database.ts';

export type OutboxMessage = {
  key: string;
  channel: 'email' | 'sms';
  recipient: string;
  subject?: string;
  text: string;
  html?: string;
  headers?: Record<string, string>;
};

/** Stores messages when no mail or SMS provider is configured; developers can read them at /dev/outbox. */
export async function deliverToOutbox(db: Db, message: OutboxMessage): Promise<void> {
  await db
    .insertInto('outboxMessages')
    .values({
      messageKey: message.key,
      channel: message.channel,
      recipient: message.recipient,
      subject: message.subject ?? '',
      text: message.text,
      html: message.html ?? '',
      headers: JSON.stringify(message.headers ?? {}),
    })
    .onConflict((conflict) => conflict.column('messageKey').doNothing())
    .execute();
}

const OUTBOX_PAGE_SIZE = 200;

export function listOutbox(db: Db, to?: string) {
  return db
    .selectFrom('outboxMessages')
    .select(['id', 'channel', 'recipient', 'subject', 'text', 'html', 'headers', 'createdAt'])
    .$if(to !== undefined, (query) => query.where('recipient', '=', to ?? ''))
    .orderBy('id', 'desc')
    .limit(OUTBOX_PAGE_SIZE)
    .execute();
}
