import { sql } from 'kysely';
import { z } from 'zod';
import type { I18n } from '#contract/i18n.ts';
import type { NotificationChannel, NotificationKind } from '#contract/rules/notifications.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { findReachable, type Reachable } from '#server/modules/accounts/find-people.ts';
import { type SignPath, signLinks } from '#server/modules/accounts/links.ts';
import { countText } from '#server/modules/accounts/phone.ts';
import { mailMessages } from '#server/modules/settings/mail-messages.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { Db } from '#server/platform/database/database.ts';
import { composeMail, type MailCard, type MailContent } from '#server/platform/mail/template.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { settingsOf } from './notification-settings.ts';
import { FIRST_WAIT_MINUTES, GATHER_MINUTES, GATHERED_KINDS } from './notifications.rules.ts';
import { aboutOf, contentOf, textOf } from './preview-mail.ts';
import { mailHeaders, unsubscribeLink, unsubscribePage } from './unsubscribe.ts';

export type Addressed = { userId: number; channel: NotificationChannel };
type Group = Addressed & { kind: NotificationKind };

const GROUP_COLUMNS = [
  sql<NotificationKind>`kind`.as('kind'),
  sql<NotificationChannel>`channel`.as('channel'),
] as const;

export const deliverMessage = defineJob({
  name: 'notifications.deliver',
  payload: z.object({ messageId: z.int() }),
});

/** Shows an album in a mail; jobs.ts passes it in, because the catalogue builds on this module. */
export type ShowAlbum = (
  context: Context,
  of: { userId: number; albumId: number; i18n: I18n },
) => Promise<MailCard | undefined>;
type DeliveryContext = Context & { showAlbum: ShowAlbum };

/** The message key lets the mail and text providers drop a delivery that is repeated after a crash. */
export async function deliver(context: DeliveryContext, messageId: number): Promise<void> {
  const { db, clock } = context;
  const message = await db
    .selectFrom('notificationMessages')
    .select(['id', 'userId', 'sentAt', ...GROUP_COLUMNS])
    .where('id', '=', messageId)
    .executeTakeFirst();
  if (!message || message.sentAt !== null) return;
  const [person] = await findReachable(db, [message.userId]);
  const settings = await settingsOf(db, [message.userId]);
  if (person && settings(message.userId)[message.kind][message.channel]) {
    if (message.channel === 'email') await sendMail(context, message, person);
    else await sendText(context, message, person);
  }
  await db
    .updateTable('notificationMessages')
    .set({ sentAt: clock.now() })
    .where('id', '=', messageId)
    .execute();
}

async function sendMail(context: DeliveryContext, message: MessageRow, person: Reachable): Promise<void> {
  const words = await mailMessages(context, person.language);
  const { i18n } = words;
  const told = await listTold(context.db, message.id);
  const notification = [];
  for (const item of told) {
    const { albumId } = item;
    const card =
      albumId === null
        ? undefined
        : await context.showAlbum(context, { userId: person.userId, albumId, i18n });
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

async function sendText(context: Context, message: MessageRow, person: Reachable): Promise<void> {
  if (person.verifiedPhone === null) return;
  const words = await mailMessages(context, person.language);
  const text = textOf(message.kind, await listTold(context.db, message.id), words);
  await countText(context);
  await context.sms.send({ key: `notification-${message.id}`, to: person.verifiedPhone, text });
}

const GROUPS_AT_A_TIME = 500;

/** Sends one message for each group that has waited long enough since its first notification and its last message. */
export async function sendDigests(context: Context): Promise<void> {
  for (;;) {
    const now = context.clock.now();
    const groups = await listDueGroups(context.db, now);
    for (const group of groups) await inTransaction(context, (tx) => gatherGroup(tx, group, now));
    if (groups.length < GROUPS_AT_A_TIME) return;
  }
}

/** The lock keeps two workers from both sending a message within the quiet time. */
async function gatherGroup({ db, queue }: Tx, group: Group, now: Date): Promise<void> {
  await advisoryLock(db, `notifications:${group.userId}:${group.kind}:${group.channel}`);
  const message = await db
    .selectFrom('notificationMessages')
    .select('id')
    .where('userId', '=', group.userId)
    .where('kind', '=', group.kind)
    .where('channel', '=', group.channel)
    .where('createdAt', '>', minutesFrom(now, -GATHER_MINUTES).toISOString())
    .executeTakeFirst();
  if (message) return;
  const settings = await settingsOf(db, [group.userId]);
  if (!settings(group.userId)[group.kind][group.channel]) {
    await db
      .deleteFrom('notifications')
      .where('userId', '=', group.userId)
      .where('kind', '=', group.kind)
      .where('channel', '=', group.channel)
      .where('messageId', 'is', null)
      .execute();
    return;
  }
  const messageId = await insertMessage(db, group, now);
  if (messageId !== undefined) await queue.enqueue(db, deliverMessage, { messageId });
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

/** Lists groups that have waited since their first notification and got no message of their kind and channel lately. */
function listDueGroups(db: Db, now: Date): Promise<Group[]> {
  return db
    .selectFrom('notifications')
    .select(['userId', ...GROUP_COLUMNS])
    .where('messageId', 'is', null)
    .where('kind', 'in', GATHERED_KINDS)
    .where('createdAt', '<=', minutesFrom(now, -FIRST_WAIT_MINUTES).toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notificationMessages as earlier')
            .select('earlier.id')
            .whereRef('earlier.userId', '=', 'notifications.userId')
            .whereRef('earlier.kind', '=', 'notifications.kind')
            .whereRef('earlier.channel', '=', 'notifications.channel')
            .where('earlier.createdAt', '>', minutesFrom(now, -GATHER_MINUTES).toISOString()),
        ),
      ),
    )
    .groupBy(['userId', 'kind', 'channel'])
    .limit(GROUPS_AT_A_TIME)
    .execute();
}

type MessageRow = Group & { id: number };

function listTold(db: Db, messageId: number) {
  return db
    .selectFrom('notifications')
    .select(['title', 'line', 'path', 'albumId'])
    .where('messageId', '=', messageId)
    .orderBy('id')
    .execute();
}

/** Collects all unsent notification of the group into one message; returns undefined if there is none. */
export async function insertMessage(db: Db, group: Group, now: Date): Promise<number | undefined> {
  const { id: messageId } = await db
    .insertInto('notificationMessages')
    .values({ ...group, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const told = await db
    .updateTable('notifications')
    .set({ messageId })
    .where('userId', '=', group.userId)
    .where('kind', '=', group.kind)
    .where('channel', '=', group.channel)
    .where('messageId', 'is', null)
    .returning('id')
    .execute();
  if (told.length > 0) return messageId;
  await db.deleteFrom('notificationMessages').where('id', '=', messageId).execute();
  return undefined;
}
