import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { Call } from './call.ts';
import type { Faults } from './faults.ts';

/** What the sandbox's parts share: its books, its time and the trouble a test asks for. */
export type World = {
  db: Database;
  log: Log;
  clock: Clock;
  faults: Faults;
  /** Where a buyer's browser reaches the sandbox. */
  browserUrl: string;
  /** Events may be waiting. */
  wakeCourier(): void;
};

type Origin = Partial<Pick<Call, 'requestId' | 'idempotencyKey' | 'settlesSlowly'>>;

export function inTransaction<T>(world: World, origin: Origin, work: (call: Call) => Promise<T>): Promise<T> {
  return world.db.transaction().execute((tx) =>
    work({
      tx,
      now: world.clock.now(),
      requestId: origin.requestId ?? null,
      idempotencyKey: origin.idempotencyKey ?? null,
      browserUrl: world.browserUrl,
      settlesSlowly: origin.settlesSlowly ?? false,
    }),
  );
}
