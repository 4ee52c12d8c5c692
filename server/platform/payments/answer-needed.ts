import type { Database } from '#server/platform/database/database.ts';
import type { Clock } from '#server/platform/time/clock.ts';
import type { Payments } from './payment-types.ts';

type Outside = { db: Database; payments: Payments; clock: Clock };

/**
 * A transaction throws this when it turns out to need an answer from outside, which must not be asked for while it holds
 * locks. `inTransaction` rolls back, asks, and starts again.
 */
export class AnswerNeeded extends Error {
  readonly ask: (outside: Outside) => Promise<void>;

  constructor(ask: AnswerNeeded['ask']) {
    super('an answer from outside is needed first');
    this.ask = ask;
  }
}
