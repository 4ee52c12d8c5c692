import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { Call } from './call.ts';
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
