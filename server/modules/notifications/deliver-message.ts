import { sql } from 'kysely';
import type { I18n } from '#contract/i18n.ts';
import {
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationKind,
  wantsChannel,
} from '#contract/rules/notifications.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { findReachable, type Reachable } from '#server/modules/accounts/find-people.ts';
import { type SignPath, signLinks } from '#server/modules/accounts/links.ts';
import { countText } from '#server/modules/accounts/phone.ts';
import { mailMessages } from '#server/modules/settings/mail-messages.ts';
import { composeMail, type MailCard, type MailContent } from '#server/platform/mail/template.ts';
import { choicesFor } from './alert-choices.ts';
import { settingsOf, stopChannel } from './notification-settings.ts';
import { decideWhen, isInDigest } from './notifications.rules.ts';
import { aboutOf, contentOf, textOf } from './preview-mail.ts';
import { type ShownAthlete, sendPush } from './push-message.ts';
import { quietHoursOf } from './quiet-hours.ts';
import { deliverMessage, type Group } from './send-digests.ts';
import { mailHeaders, unsubscribeLink, unsubscribePage } from './unsubscribe.ts';

/** Shows an album in a mail; jobs.ts passes it in, because the catalogue builds on this module. */
export type ShowAlbum = (
  context: Context,
  of: { userId: number; albumId: number; i18n: I18n },
) => Promise<MailCard | undefined>;
/** Returns nothing for an athlete who is no longer seen there; jobs.ts passes it in, because athletes build on this module. */
export type ShowAthlete = (
  context: Context,
  of: { userId: number; athleteId: number; albumId: number | null },
) => Promise<ShownAthlete | undefined>;
type DeliveryContext = Context & { showAlbum: ShowAlbum; showAthlete: ShowAthlete };

/** The message key lets the mail and text providers drop a delivery that is repeated after a crash. */
export async function deliver(context: DeliveryContext, messageId: number): Promise<void> {
  const { db, clock, queue } = context;
  const now = clock.now();
  const message = await db
    .selectFrom('notificationMessages')
    .select(['id', 'userId', 'sentAt', 'eventId', 'pushedTo', 'createdAt'])
    .select([sql<NotificationKind>`kind`.as('kind'), sql<NotificationChannel>`channel`.as('channel')])
    .where('id', '=', messageId)
    .executeTakeFirst();
  if (!message || message.sentAt !== null) return;
  const [person] = await findReachable(db, [message.userId]);
  const told = await listWanted(context, message, now);
  const [first] = told;
  if (person && first) {
    const { kind, channel, userId } = message;
    // A message that was held up may arrive in the night.
    const when = decideWhen(
      { kind, channel, quietHours: await quietHoursOf(db, userId), eventZone: first.timeZone },
      now,
    );
    if (when !== 'now') {
      const startAfterSeconds = Math.ceil((when.getTime() - now.getTime()) / 1000);
      return queue.enqueue(db, deliverMessage, { messageId }, { startAfterSeconds });
    }
    if (message.channel === 'email') await sendMail(context, message, { person, told });
    else if (message.channel === 'sms') await sendText(context, message, { person, told });
    else await sendPush(context, message, { person, told });
  }
  await db
    .updateTable('notificationMessages')
    .set({ sentAt: clock.now() })
    .where('id', '=', messageId)
    .execute();
}

type Message = Group & { id: number; createdAt: string };
type Told = { person: Reachable; told: Awaited<ReturnType<typeof listWanted>> };

async function sendMail(context: DeliveryContext, message: Message, { person, told }: Told): Promise<void> {
  const words = await mailMessages(context, person.language);
  const { i18n } = words;
  const notification = [];
  for (const item of told) {
    const { albumId } = item;
    const card =
      albumId === null
        ? undefined
        : await context.showAlbum(context, { userId: person.userId, albumId, i18n });
    // A price belongs to news about photos, not to what became of a group order, a report or a download.
    if (card && !isInDigest(message.kind)) delete card.price;
    notification.push({ ...item, card });
  }
  const about = aboutOf(i18n, message.kind, told);
  const sign = await signLinks(context, { userId: person.userId, about });
  await mailNotification(context, {
    key: `notification-${message.id}`,
    kind: message.kind,
    person,
    sign,
    content: contentOf(message.kind, notification, person, words, sign),
  });
}

async function sendText(context: Context, message: Message, { person, told }: Told): Promise<void> {
  if (person.verifiedPhone === null) return;
  const words = await mailMessages(context, person.language);
  const text = textOf(message.kind, told, words);
  await countText(context);
  const key = `notification-${message.id}`;
  const outcome = await context.sms.send({ key, to: person.verifiedPhone, text });
  if (outcome === 'sent') return;
  context.log.warn({ userId: person.userId, outcome }, 'a text message was refused for good');
  if (outcome === 'refused') return;
  const kinds = NOTIFICATION_KINDS;
  await inTransaction(context, (tx) => stopChannel(tx, { userId: person.userId, channel: 'sms', kinds }));
}

type NotificationMail = {
  /** Lets the mail provider drop a delivery that is repeated after a crash. */
  key: string;
  /** The mail must never leave twice, even if the process dies while it is sent. */
  isOnce?: boolean;
  kind: NotificationKind;
  person: Reachable;
  content: MailContent;
  sign: SignPath;
};

/** Sends a mail that its reader can stop: by the link in it, by the button of the mail program or in the settings. */
export async function mailNotification(context: Context, notification: NotificationMail): Promise<void> {
  const { key, isOnce = false, kind, person, content, sign } = notification;
  const { frame } = await mailMessages(context, person.language);
  const link = await inTransaction(context, (tx) => unsubscribeLink(tx.db, { userId: person.userId, kind }));
  await context.mail.send({
    key,
    isOnce,
    to: person.email,
    subject: content.title,
    purpose: 'notification',
    headers: mailHeaders(context.config, link),
    ...composeMail(
      { isPersonal: true, ...content },
      {
        ...frame,
        unsubscribeUrl: unsubscribePage(context.config, link),
        settingsUrl: sign('/user-profile#notifications'),
      },
    ),
  });
}

/**
 * Leaves out what its reader has turned off since, what has become old, and photos of an athlete that are gone, because their
 * album was unpublished or a consent withdrawn.
 */
async function listWanted(context: DeliveryContext, message: Message, now: Date) {
  const { db } = context;
  const { id, userId, kind, channel } = message;
  const rows = await db
    .selectFrom('notifications')
    .select(['title', 'line', 'path', 'albumId', 'athleteId', 'teamId', 'timeZone'])
    .where('messageId', '=', id)
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', now.toISOString())]))
    .orderBy('id')
    .execute();
  const settings = (await settingsOf(db, [userId]))(userId);
  const choiceFor = await choicesFor(db, rows);
  const wanted = [];
  for (const row of rows) {
    const choice = choiceFor(row);
    if (!wantsChannel(settings, choice, { kind, channel })) continue;
    const { athleteId, albumId } = row;
    const athlete =
      athleteId === null ? undefined : await context.showAthlete(context, { userId, athleteId, albumId });
    if (athlete || athleteId === null) wanted.push({ ...row, choice, athlete });
  }
  return wanted;
}
