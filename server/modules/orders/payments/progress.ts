import type { AttemptRow } from './attempts.queries.ts';

/** An attempt to pay, and what the buyer's browser needs for the next step. */
export type PaymentProgress = {
  attempt: AttemptRow;
  orderKey: string;
  clientSecret: string | null;
  nextActionUrl: string | null;
};

export function withoutNextStep(attempt: AttemptRow, orderKey: string): PaymentProgress {
  return { attempt, orderKey, clientSecret: null, nextActionUrl: null };
}
