import { sql } from 'kysely';
import type { I18n } from '#contract/i18n.ts';
import {
  NOTIFICATION_CHANNELS,
  type NotificationChannel,
  type NotificationKind,
  wantsChannel,
} from '#contract/rules/notifications.ts';
import type { Tx } from '#server/context.ts';
import { findReachable, listPeople, type Reachable } from '#server/modules/accounts/find-people.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { i18nFor } from '#server/platform/languages/i18n.ts';
import { isUndeliverable } from '#server/platform/mail/suppressions.ts';
import { choicesFor } from './alert-choices.ts';
import { settingsOf } from './notification-settings.ts';
import { firstDueAt, isInDigest, type NewNotification } from './notifications.rules.ts';
import { usersWithDevices } from './push-devices.ts';
import { type Addressed, deliverMessage, digestGroupJob, insertMessage } from './send-digests.ts';

/** Notifies each customer of a subject once. Digest kinds wait for others of their kind; the rest is sent at once. */
export async function notify(
  { db, clock, queue, sms }: Pick<Tx, 'db' | 'clock' | 'queue' | 'sms'>,
  to: number | readonly number[],
  notification: NewNotification,
): Promise<void> {
  const { kind, event, athleteId = null, teamOf } = notification;
  const now = clock.now();
  if (event?.endsAt && event.endsAt <= now) return;
  const userIds = [...new Set([to].flat())];
  const people = await findReachable(db, userIds);
  const settings = await settingsOf(db, userIds);
  const hasDevice = await usersWithDevices({ db, clock }, userIds);
  const aboutOf = (userId: number) => ({ athleteId, teamId: teamOf?.get(userId) ?? null });
  const choiceFor = await choicesFor(
    db,
    people.map(({ userId }) => aboutOf(userId)),
  );
  const addressed = people.flatMap(({ userId, language, ...person }) => {
    const about = aboutOf(userId);
    const wanted = NOTIFICATION_CHANNELS.filter((channel) =>
      wantsChannel(settings(userId), choiceFor(about), { kind, channel }),
    );
    const canReach = reachOf(sms, person, hasDevice.has(userId));
    return wanted
      .filter((channel) => canReach[channel])
      .map((channel) => ({ userId, channel, language, teamId: about.teamId }));
  });
  const told = [];
  for (const [language, readers] of Map.groupBy(addressed, (one) => one.language)) {
    const words = notification.words(i18nFor(language));
    told.push(...(await insertNotifications(db, readers, { ...notification, ...words }, now)));
  }
  const eventId = event?.id ?? null;
  const isSoon = firstDueAt(kind, now) <= now;
  for (const { userId, channel } of told) {
    const group = { userId, channel, kind, eventId };
    if (isInDigest(kind)) {
      if (isSoon) await queue.enqueue(db, digestGroupJob, group);
      continue;
    }
    const messageId = await insertMessage(db, group, now);
    if (messageId !== undefined) await queue.enqueue(db, deliverMessage, { messageId });
  }
}

/** Withdraws notifications that nobody has been sent yet, and returns the users who would have got them. */
export async function retract(db: Db, kind: NotificationKind, subject: string): Promise<number[]> {
  const rows = await db
    .deleteFrom('notifications')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('messageId', 'is', null)
    .returning('userId')
    .execute();
  return [...new Set(rows.map(({ userId }) => userId))];
}

/** Leaves out users who were told of the subject by any channel, or are about to be. */
export async function leaveOutTold(
  db: Db,
  { kind, subject }: Pick<NewNotification, 'kind' | 'subject'>,
  userIds: number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('userId')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('userId', '=', anyOf(userIds))
    .execute();
  const told = new Set(rows.map(({ userId }) => userId));
  return userIds.filter((userId) => !told.has(userId));
}

function reachOf(
  sms: Tx['sms'],
  { email, verifiedPhone }: Pick<Reachable, 'email' | 'verifiedPhone'>,
  hasDevice: boolean,
): Record<NotificationChannel, boolean> {
  return {
    email: !isUndeliverable(email),
    sms: verifiedPhone !== null && sms.canSend,
    push: hasDevice,
  };
}

type Recipient = Addressed & { teamId: number | null };

/** Passes recipients as JSON because a team can have thousands of followers; returns those not told before. */
async function insertNotifications(
  db: Db,
  to: Recipient[],
  { event, ...notification }: NewNotification & ReturnType<NewNotification['words']>,
  now: Date,
): Promise<(Addressed & { id: number })[]> {
  const people = JSON.stringify(
    to.map(({ userId, channel, teamId }) => ({ user_id: userId, channel, team_id: teamId })),
  );
  const { rows } = await sql<{ id: number; userId: number; channel: NotificationChannel }>`
    insert into notifications (user_id, kind, channel, subject, title, line, path, album_id, athlete_id, team_id,
      event_id, time_zone, created_at, due_at, ends_at)
    select user_id, ${notification.kind}, channel, ${notification.subject} || ${notification.repeats ? lastTimeNotified(notification) : sql`''`},
      case channel when 'push' then ${(notification.onLockScreen ?? notification.title).slice(0, 200)}
        else ${notification.title.slice(0, 200)} end,
      ${notification.line.slice(0, 1000)}, ${notification.path}, ${notification.albumId ?? null}::integer,
      ${notification.athleteId ?? null}::integer, team_id, ${event?.id ?? null}::integer, ${event?.timeZone ?? null}, ${now},
      ${firstDueAt(notification.kind, now)}, ${event?.endsAt ?? null}::timestamptz
    from json_to_recordset(${people}::json) as people (user_id integer, channel text, team_id integer)
    on conflict (user_id, kind, channel, subject) do nothing
    returning id, user_id, channel`.execute(db);
  return rows;
}

/** Names the last time the subject was sent, so that there is one notification of it until the next time. */
const lastTimeNotified = ({ kind, subject }: NewNotification) => sql<string>`(
  select ':' || coalesce(max(earlier.id), 0) from notifications earlier
  where earlier.user_id = people.user_id and earlier.kind = ${kind} and earlier.channel = people.channel
    and earlier.message_id is not null and starts_with(earlier.subject, ${`${subject}:`}))`;

/** Replaces the name of a deleted person in notifications to other people. */
export async function rewordNotifications(
  db: Db,
  {
    kind,
    subjects,
    from,
    to,
  }: { kind: string; subjects: readonly string[]; from: string; to: (i18n: I18n) => string },
): Promise<void> {
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'userId', 'title', 'line'])
    .where('kind', '=', kind)
    .where('subject', '=', anyOf(subjects))
    .execute();
  const readers = await listPeople(
    db,
    rows.map(({ userId }) => userId),
  );
  for (const { id, userId, title, line } of rows) {
    const words = to(i18nFor(readers.get(userId)?.language));
    const reworded = { title: title.replaceAll(from, () => words), line: line.replaceAll(from, () => words) };
    await db.updateTable('notifications').set(reworded).where('id', '=', id).execute();
  }
}
