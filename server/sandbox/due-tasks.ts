import type { Db } from '#server/platform/database.ts';
import { type Call, secondsFrom } from './call.ts';
import { bookDueCharge } from './charges.ts';
import { decideDispute, openDispute } from './disputes.ts';
import { settlePayment } from './pay.ts';
import { finishRefund } from './refunds.ts';
import { expireHold } from './release-hold.ts';
import type { Task } from './timers.ts';
import { inTransaction, type World } from './world.ts';

const RETRY_SECONDS = 30;

const TASKS: Record<Task, (call: Call, objectId: string) => Promise<void>> = {
  book_charge: bookDueCharge,
  decide_dispute: decideDispute,
  expire_hold: expireHold,
  finish_refund: finishRefund,
  open_dispute: openDispute,
  settle_payment: settlePayment,
};

/** Everything the calendar has brought, oldest first, each in a transaction of its own. */
export async function runDueTasks(world: World): Promise<void> {
  let hasMore = true;
  while (hasMore) hasMore = await runNextTask(world);
}

async function runNextTask(world: World): Promise<boolean> {
  const due = await nextDue(world.db, world.clock.now());
  if (!due) return false;
  try {
    await inTransaction(world, {}, async (call) => {
      const taken = await takeTimer(call.tx, due.id);
      if (taken) await TASKS[due.task as Task](call, due.objectId);
    });
    world.wakeCourier();
  } catch (error) {
    world.log.error({ err: error, task: due.task, objectId: due.objectId }, 'sandbox task failed');
    await world.db
      .updateTable('sandboxTimers')
      .set({ dueAt: secondsFrom(world.clock.now(), RETRY_SECONDS) })
      .where('id', '=', due.id)
      .execute();
  }
  return true;
}

function nextDue(db: World['db'], now: Date) {
  return db
    .selectFrom('sandboxTimers')
    .select(['id', 'task', 'objectId'])
    .where('dueAt', '<=', now.toISOString())
    .orderBy('dueAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Waits when another process has it, and finds it gone: whoever comes second sees what the task did. */
async function takeTimer(tx: Db, id: number): Promise<boolean> {
  const row = await tx.deleteFrom('sandboxTimers').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}
