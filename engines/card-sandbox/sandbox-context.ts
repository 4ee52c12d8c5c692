import { sql } from 'kysely';
import type { Call } from './call.ts';
import type { Clock, Database, Db, Log } from './database.ts';
import type { Fault, FaultQueue } from './faults.ts';

export type SandboxContext = {
  db: Database;
  log: Log;
  clock: Clock;
  faults: FaultQueue<Fault>;
  /** Browsers reach the 3-D Secure page below this address. */
  browserUrl: string;
  wakeCourier(): void;
};

type Origin = Partial<Pick<Call, 'requestId' | 'idempotencyKey' | 'settlesSlowly'>>;

export function inTransaction<T>(
  context: SandboxContext,
  origin: Origin,
  work: (call: Call) => Promise<T>,
): Promise<T> {
  return context.db.transaction().execute((tx) =>
    work({
      tx,
      now: context.clock.now(),
      requestId: origin.requestId ?? null,
      idempotencyKey: origin.idempotencyKey ?? null,
      browserUrl: context.browserUrl,
      settlesSlowly: origin.settlesSlowly ?? false,
    }),
  );
}

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

/** No real timer is due this late. */
const PARKED = sql`interval '500 years'`;

/**
 * Keeps a sandbox that runs now from tasks of the past that are due by `until`. A sandbox whose clock is in the past
 * takes them back with `takeParkedTimers`.
 */
export async function parkTimers(db: Db, until: Date): Promise<void> {
  await sql`update sandbox_timers set due_at = due_at + ${PARKED} where due_at <= ${until}`.execute(db);
}

export async function takeParkedTimers(db: Db, until: Date): Promise<void> {
  await sql`update sandbox_timers set due_at = due_at - ${PARKED}
    where due_at > now() + interval '400 years' and due_at - ${PARKED} <= ${until}`.execute(db);
}
