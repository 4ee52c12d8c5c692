import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { deliverMessage } from './deliver-message.ts';
import {
  deleteUntoldOf,
  type Group,
  hasMessageSince,
  insertMessage,
  listDueGroups,
  lockGroup,
} from './delivery.queries.ts';
import { settingsOf } from './notification-settings.ts';
import { FIRST_WAIT_MINUTES, GATHER_MINUTES, GATHERED_KINDS } from './notifications.rules.ts';

const GROUPS_AT_A_TIME = 500;

/** Sends one message for each group that has waited long enough since its first news and its last message. */
export async function gatherNews(context: Context): Promise<void> {
  for (;;) {
    const now = context.clock.now();
    const groups = await listDueGroups(context.db, {
      kinds: GATHERED_KINDS,
      before: minutesFrom(now, -FIRST_WAIT_MINUTES),
      quietSince: minutesFrom(now, -GATHER_MINUTES),
      limit: GROUPS_AT_A_TIME,
    });
    for (const group of groups) await inTransaction(context, (tx) => gatherGroup(tx, group, now));
    if (groups.length < GROUPS_AT_A_TIME) return;
  }
}

/** The lock keeps two workers from both sending a message within the quiet time. */
async function gatherGroup({ db, queue }: Tx, group: Group, now: Date): Promise<void> {
  await lockGroup(db, group);
  if (await hasMessageSince(db, group, minutesFrom(now, -GATHER_MINUTES))) return;
  const settings = await settingsOf(db, [group.userId]);
  if (!settings(group.userId)[group.kind][group.channel]) return deleteUntoldOf(db, group);
  const messageId = await insertMessage(db, group, now);
  if (messageId !== undefined) await queue.enqueue(db, deliverMessage, { messageId });
}
