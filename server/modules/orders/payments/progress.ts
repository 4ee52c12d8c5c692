import type { AttemptRow } from './attempts.queries.ts';

/** How a try to pay stands, and what the buyer needs for the next step. */
export type PaymentProgress = {
  attempt: AttemptRow;
  orderKey: string;
  clientSecret: string | null;
  nextActionUrl: string | null;
};
