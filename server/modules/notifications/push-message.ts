import { sql } from 'kysely';
import type { NotificationKind } from '#contract/rules/notifications.ts';
import type { Context } from '#server/context.ts';
import type { Reachable } from '#server/modules/accounts/find-people.ts';
import { type MailMessages, mailMessages } from '#server/modules/settings/mail-messages.ts';
import { LIFE_SECONDS, PushDelayed, type PushMessage } from '#server/platform/push/push.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import type { Choice } from './alert-choices.ts';
import { headlineOf } from './preview-mail.ts';
import { forgetDevice, listDevices } from './push-devices.ts';

export type ShownAthlete = { name: string; picture: string };

type Told = {
  title: string;
  line: string;
  path: string;
  athleteId: number | null;
  athlete: ShownAthlete | undefined;
  choice: Choice | undefined;
};
type Message = {
  id: number;
  kind: NotificationKind;
  eventId: number | null;
  pushedTo: number[];
  createdAt: string;
};

/** Devices that got the message before a crash are left out; those that failed are tried again with the whole job. */
export async function sendPush(
  context: Context,
  message: Message,
  { person, told }: { person: Reachable; told: Told[] },
): Promise<void> {
  const { db, clock, push, log } = context;
  // Messages older than a day are not worth sending.
  if (new Date(message.createdAt) < minutesFrom(clock.now(), -LIFE_SECONDS / 60)) return;
  const devices = await listDevices(context, person.userId);
  const missing = devices.filter(({ id }) => !message.pushedTo.includes(id));
  if (missing.length === 0) return;
  const content = await composePush(context, message, { person, told });
  const sent = await Promise.allSettled(
    missing.map(async (device) => {
      const { state, status } = await push.send(device, content);
      const isOfOldKey = state === 'key_refused' && device.publicKey === null;
      // The browser subscribes again with the next visit.
      if (state === 'gone' || isOfOldKey) return forgetDevice(db, device.id);
      if (state !== 'accepted') log.warn({ device: device.id, status }, 'a push service refused a message');
      await db
        .updateTable('notificationMessages')
        .set({ pushedTo: sql`pushed_to || ${device.id}::integer` })
        .where('id', '=', message.id)
        .execute();
      if (state !== 'accepted') return;
      await db
        .updateTable('pushSubscriptions')
        .set({ lastUsedAt: clock.now() })
        .where('id', '=', device.id)
        .execute();
    }),
  );
  const failures = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (failures.length > 0) throw failures.find((reason) => reason instanceof PushDelayed) ?? failures[0];
}

async function composePush(
  context: Context,
  { id, kind, eventId }: Message,
  { person, told }: { person: Reachable; told: Told[] },
): Promise<PushMessage> {
  const words = await mailMessages(context, person.language);
  if (kind === 'athlete_found') {
    // Later photos of the same event replace the message about earlier ones.
    const tag = `athletes-${eventId}`;
    return { id, tag, ...composeFound(words, told) };
  }
  const { title, path } = headlineOf(kind, told, words);
  const body = kind === 'album_published' && told.length === 1 ? (told[0]?.line ?? '') : '';
  return { id, tag: `message-${id}`, title, body, path };
}

/** Names and pictures of children are on a locked screen only where their parent chose it. */
function composeFound(
  { i18n }: MailMessages,
  told: Told[],
): Pick<PushMessage, 'title' | 'body' | 'path' | 'image'> {
  const newest = [...new Map(told.map((one) => [one.athleteId, one])).values()];
  const names = newest.flatMap(({ athlete, choice }) => (athlete && choice?.showsName ? [athlete.name] : []));
  const image = newest.find(({ athlete, choice }) => athlete && choice?.showsPicture)?.athlete?.picture;
  const [first] = told;
  const isNamed = names.length === newest.length;
  return {
    title: isNamed
      ? shorten(i18n.t('New photos of {names}', { names: new Intl.ListFormat(i18n.locale).format(names) }))
      : (first?.title ?? ''),
    body: isNamed ? (first?.title ?? '') : i18n.t('Tap to see them.'),
    path: newest.length === 1 ? (first?.path ?? '/MyAthlete') : '/MyAthlete',
    image,
  };
}

/** More than any phone shows; push services refuse messages that are much longer. */
const MAX_TITLE_LENGTH = 200;

function shorten(title: string): string {
  const letters = [...title];
  return letters.length <= MAX_TITLE_LENGTH ? title : `${letters.slice(0, MAX_TITLE_LENGTH - 1).join('')}…`;
}
