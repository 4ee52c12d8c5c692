import { type Call, secondsFrom } from './call.ts';
import type { Db } from './database.ts';
import { decideDispute, openDispute } from './disputes.ts';
import { expireHold, settlePayment } from './pay.ts';
import { finishPayout, makePayout } from './payouts.ts';
import { finishRefund } from './refunds.ts';
import { inTransaction, type SandboxContext, type Task } from './sandbox-context.ts';

const RETRY_SECONDS = 30;

const TASKS: Record<Task, (call: Call, objectId: string) => Promise<void>> = {
  decide_dispute: decideDispute,
  expire_hold: expireHold,
  finish_payout: finishPayout,
  finish_refund: finishRefund,
  make_payout: makePayout,
  open_dispute: openDispute,
  settle_payment: settlePayment,
};

export async function runDueTasks(context: SandboxContext): Promise<void> {
  while (await runNextTask(context));
}

async function runNextTask(context: SandboxContext): Promise<boolean> {
  const due = await nextDue(context.db, context.clock.now());
  if (!due) return false;
  try {
    await inTransaction(context, {}, async (call) => {
      const taken = await takeTimer(call.tx, due.id);
      if (taken) await TASKS[due.task as Task](call, due.objectId);
    });
    context.wakeCourier();
  } catch (error) {
    context.log.error({ err: error, task: due.task, objectId: due.objectId }, 'sandbox task failed');
    await context.db
      .updateTable('sandboxTimers')
      .set({ dueAt: secondsFrom(context.clock.now(), RETRY_SECONDS) })
      .where('id', '=', due.id)
      .execute();
  }
  return true;
}

function nextDue(db: SandboxContext['db'], now: Date) {
  return db
    .selectFrom('sandboxTimers')
    .select(['id', 'task', 'objectId'])
    .where('dueAt', '<=', now.toISOString())
    .orderBy('dueAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Returns true for exactly one of several concurrent processes; the others wait until its task is done. */
async function takeTimer(tx: Db, id: number): Promise<boolean> {
  const row = await tx.deleteFrom('sandboxTimers').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}
