import type { Call } from './call.ts';

/** Tasks check the state when they run, so a scheduled task is never canceled. */
export type Task =
  | 'decide_dispute'
  | 'expire_hold'
  | 'finish_payout'
  | 'finish_refund'
  | 'make_payout'
  | 'open_dispute'
  | 'settle_payment';

export async function schedule(call: Call, task: Task, objectId: string, dueAt: Date): Promise<void> {
  await call.tx.insertInto('sandboxTimers').values({ task, objectId, dueAt }).execute();
}
