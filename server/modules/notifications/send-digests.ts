import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import {
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationKind,
  wantsChannel,
} from '#contract/rules/notifications.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { choicesFor } from './alert-choices.ts';
import { settingsOf } from './notification-settings.ts';
import { decideWhen } from './notifications.rules.ts';
import { quietHoursOf } from './quiet-hours.ts';

export type Addressed = { userId: number; channel: NotificationChannel };
/** The notifications that one message sums up. */
export type Group = Addressed & { kind: NotificationKind; eventId: number | null };

/** One process sends at most this many messages at a time. */
const DELIVERIES_AT_ONCE = 8;

export const deliverMessage = defineJob({
  name: 'notifications.deliver',
  payload: z.object({ messageId: z.int() }),
  concurrency: DELIVERIES_AT_ONCE,
});

/** Enqueued with the notification itself, where the first one must not wait for the next minute. */
export const digestGroupJob = defineJob({
  name: 'notifications.gather-group',
  payload: z.object({
    userId: z.int(),
    channel: z.enum(NOTIFICATION_CHANNELS),
    kind: z.enum(NOTIFICATION_KINDS),
    eventId: z.int().nullable(),
  }),
  concurrency: DELIVERIES_AT_ONCE,
});

const GROUPS_AT_A_TIME = 500;

/** Every group is sent, dropped or due later, so the loop ends. */
export async function sendDigests(context: Context): Promise<void> {
  for (;;) {
    const groups = await listDueGroups(context.db, context.clock.now());
    for (const group of groups) await inTransaction(context, (tx) => digestGroup(tx, group));
    if (groups.length < GROUPS_AT_A_TIME) return;
  }
}

/** The lock keeps two workers from both sending a message of the same group. */
export async function digestGroup({ db, clock, queue }: Tx, group: Group): Promise<void> {
  const now = clock.now();
  const { userId, kind, channel, eventId } = group;
  await advisoryLock(db, `notifications:${userId}:${kind}:${channel}:${eventId ?? ''}`);
  const waiting = await db
    .selectFrom('notifications')
    .select(['id', 'athleteId', 'teamId', 'endsAt', 'timeZone'])
    .where(isOf(group))
    .where('messageId', 'is', null)
    .execute();
  const settings = (await settingsOf(db, [userId]))(userId);
  const choiceFor = await choicesFor(db, waiting);
  const shouldSend = (row: (typeof waiting)[number]) =>
    wantsChannel(settings, choiceFor(row), { kind, channel }) &&
    (row.endsAt === null || new Date(row.endsAt) > now);
  const dropped = waiting.filter((row) => !shouldSend(row));
  await db
    .deleteFrom('notifications')
    .where('id', '=', anyOf(idsOf(dropped)))
    .execute();
  const toSend = waiting.filter(shouldSend);
  const [first] = toSend;
  if (!first) return;
  const quietHours = await quietHoursOf(db, userId);
  const pace = { kind, channel, lastMessageAt: await lastMessageAt(db, group) };
  const when = decideWhen({ ...pace, quietHours, eventZone: first.timeZone }, now);
  if (when !== 'now') {
    await db
      .updateTable('notifications')
      .set({ dueAt: when })
      .where('id', '=', anyOf(idsOf(toSend)))
      .execute();
    return;
  }
  const messageId = await insertMessage(db, group, now);
  if (messageId !== undefined) await queue.enqueue(db, deliverMessage, { messageId });
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

async function lastMessageAt(db: Db, group: Group): Promise<Date | undefined> {
  const message = await db
    .selectFrom('notificationMessages')
    .select('createdAt')
    .where(isOf(group))
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return message && new Date(message.createdAt);
}

function isOf({ userId, kind, channel, eventId }: Group): RawBuilder<boolean> {
  return sql<boolean>`(user_id = ${userId} and kind = ${kind} and channel = ${channel}
    and event_id is not distinct from ${eventId}::integer)`;
}

function listDueGroups(db: Db, now: Date): Promise<Group[]> {
  return db
    .selectFrom('notifications')
    .select([
      'userId',
      'eventId',
      sql<NotificationKind>`kind`.as('kind'),
      sql<NotificationChannel>`channel`.as('channel'),
    ])
    .where('messageId', 'is', null)
    .where('dueAt', '<=', now.toISOString())
    .groupBy(['userId', 'kind', 'channel', 'eventId'])
    .limit(GROUPS_AT_A_TIME)
    .execute();
}

/** Collects all unsent notifications of the group into one message; returns undefined if there is none. */
export async function insertMessage(db: Db, group: Group, now: Date): Promise<number | undefined> {
  const { userId, kind, channel, eventId } = group;
  const { id: messageId } = await db
    .insertInto('notificationMessages')
    .values({ userId, kind, channel, eventId, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const toSend = await db
    .updateTable('notifications')
    .set({ messageId })
    .where(isOf(group))
    .where('messageId', 'is', null)
    .returning('id')
    .execute();
  if (toSend.length > 0) return messageId;
  await db.deleteFrom('notificationMessages').where('id', '=', messageId).execute();
  return undefined;
}
