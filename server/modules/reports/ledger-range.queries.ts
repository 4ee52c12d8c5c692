import { type RawBuilder, sql } from 'kysely';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';
import type { Period } from './period.queries.ts';

export type LedgerRange = Period & { mode: PaymentMode };

/** What a photographer earned of `share`, a row of `ledger_line_shares`: sales tax is nobody's earnings. */
export const EARNED_CENTS = sql`(share.amount_cents - coalesce(share.tax_cents, 0))`;

/** A condition on `line`, a row of `ledger_lines`. */
export function inRange({ mode, from, until }: LedgerRange): RawBuilder<unknown> {
  return sql`line.mode = ${mode} and line.occurred_at >= ${from} and line.occurred_at < ${until}`;
}
