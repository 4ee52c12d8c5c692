import type { Coupon, CouponTeam } from '#contract/endpoints/coupons.ts';
import { formatCents } from '#contract/rules/money.ts';
import { toIso, toIsoOrNull } from '#server/platform/timestamps.ts';
import type { CouponRow } from './coupons.queries.ts';

export function toWireCoupon(row: CouponRow, uses: number): Coupon {
  return {
    id: row.id,
    code: row.code,
    kind: row.kind,
    percent_off: row.percentOff,
    amount_off: row.amountOffCents,
    expires_at: toIsoOrNull(row.expiresAt),
    max_uses: row.maxUses,
    max_uses_per_customer: row.maxUsesPerCustomer,
    memo: row.memo,
    teams: row.teams as unknown as CouponTeam[],
    uses,
    ended_at: toIsoOrNull(row.endedAt),
    created_at: toIso(row.createdAt),
  };
}

export function toWireUsedCoupon(row: CouponRow | undefined): { code: string; description: string } | null {
  if (!row) return null;
  const off = row.kind === 'percent' ? `${row.percentOff}%` : formatCents(row.amountOffCents ?? 0);
  return { code: row.code, description: `${off} off` };
}
