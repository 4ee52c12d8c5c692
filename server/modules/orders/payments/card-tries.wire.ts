import type { CardTries } from '#contract/endpoints/card-tries.ts';
import { CARD_TRY_LIMITS } from '#contract/rules/card-tries.ts';
import { toIso } from '#server/platform/timestamps.ts';
import type { ListedTry } from './card-tries.queries.ts';
import type { Judged } from './card-tries.ts';

const STATES = { free: 'free', challenge: 'challenged', wait: 'challenged', block: 'blocked' } as const;

export function toWireCardTries(
  account: Judged,
  { tries, blockedUntil }: { tries: ListedTry[]; blockedUntil: Date | null },
): CardTries {
  return {
    state: STATES[account.verdict],
    blocked_until: blockedUntil?.toISOString() ?? null,
    declined: account.tally.declined,
    limit: CARD_TRY_LIMITS.account.block,
    tries: tries.map((one) => ({
      at: toIso(one.createdAt),
      outcome: one.result,
      reason: one.failureCode,
      card: one.brand === null || one.last4 === null ? null : { brand: one.brand, last4: one.last4 },
      is_lifted: one.liftedAt !== null,
    })),
  };
}
