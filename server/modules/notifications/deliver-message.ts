import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { findReachable, type Reachable } from '#server/modules/accounts/find-people.ts';
import { signLinks } from '#server/modules/accounts/links.ts';
import { countText } from '#server/modules/accounts/phone.ts';
import { mailWords } from '#server/modules/settings/mail-words.ts';
import type { MailCard } from '#server/platform/mail/template.ts';
import { defineJob } from '#server/platform/queue.ts';
import { aboutOf, contentOf, textOf } from './compose-message.ts';
import { findMessage, listTold, type MessageRow, markSent } from './delivery.queries.ts';
import { mailNews } from './mail-news.ts';
import { settingsOf } from './notification-settings.ts';

export const deliverMessage = defineJob({
  name: 'notifications.deliver',
  payload: z.object({ messageId: z.int() }),
});

/** Shows an album in a mail; jobs.ts passes it in, because the catalogue builds on this module. */
export type ShowAlbum = (
  context: Context,
  of: { userId: number; albumId: number },
) => Promise<MailCard | undefined>;
type DeliveryContext = Context & { showAlbum: ShowAlbum };

/** The message key lets the mail and text providers drop a delivery that is repeated after a crash. */
export async function deliver(context: DeliveryContext, messageId: number): Promise<void> {
  const { db, clock } = context;
  const message = await findMessage(db, messageId);
  if (!message || message.sentAt !== null) return;
  const [person] = await findReachable(db, [message.userId]);
  const settings = await settingsOf(db, [message.userId]);
  if (person && settings(message.userId)[message.kind][message.channel]) {
    if (message.channel === 'email') await sendMail(context, message, person);
    else await sendText(context, message, person);
  }
  await markSent(db, messageId, clock.now());
}

async function sendMail(context: DeliveryContext, message: MessageRow, person: Reachable): Promise<void> {
  const { db } = context;
  const words = await mailWords(context);
  const told = await listTold(db, message.id);
  const news = [];
  for (const item of told) news.push({ ...item, card: await findCard(context, person.userId, item) });
  const sign = await signLinks(context, { userId: person.userId, about: aboutOf(message.kind, told) });
  await mailNews(context, {
    key: `notification-${message.id}`,
    kind: message.kind,
    person,
    sign,
    content: contentOf(message.kind, news, person, words, sign),
  });
}

async function findCard(
  context: DeliveryContext,
  userId: number,
  { albumId }: { albumId: number | null },
): Promise<MailCard | undefined> {
  return albumId === null ? undefined : context.showAlbum(context, { userId, albumId });
}

async function sendText(context: Context, message: MessageRow, person: Reachable): Promise<void> {
  if (person.verifiedPhone === null) return;
  const text = textOf(message.kind, await listTold(context.db, message.id), await mailWords(context));
  await countText(context);
  await context.sms.send({ key: `notification-${message.id}`, to: person.verifiedPhone, text });
}
