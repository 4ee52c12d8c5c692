import type { Call } from './call.ts';

/** What happens at the provider by itself, later. Tasks look at the state anew, so none is ever taken back. */
export type Task =
  | 'book_charge'
  | 'decide_dispute'
  | 'expire_hold'
  | 'finish_refund'
  | 'open_dispute'
  | 'settle_payment';

export async function schedule(call: Call, task: Task, objectId: string, dueAt: Date): Promise<void> {
  await call.tx.insertInto('sandboxTimers').values({ task, objectId, dueAt }).execute();
}
