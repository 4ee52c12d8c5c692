// The coupons as a list: what can be asked of it, in what order, and what a spreadsheet gets.

import type { Coupon } from '#contract/endpoints/coupons.ts';
import { csvText } from '#web/lib/csv.ts';
import type { Columns, Sort } from '#web/lib/list-sort.ts';
import { type CouponState, couponState, couponWords } from './coupon-values.ts';

export const STATE_WORDS: Readonly<Record<CouponState, string>> = {
  Active: 'Active',
  'Used up': 'Used up',
  Expired: 'Expired',
  Ended: 'Ended',
};

type Column = 'made' | 'code' | 'uses' | 'ends';

/** What never ends comes after everything that does. */
const NEVER = Number.MAX_SAFE_INTEGER;

export const COLUMNS: Columns<Coupon, Column> = {
  made: { label: 'Made', of: ({ id }) => id, beginsDown: true },
  code: { label: 'Code', of: ({ code }) => code },
  uses: { label: 'Uses', of: ({ uses }) => uses, beginsDown: true },
  ends: { label: 'Ends', of: ({ expires_at }) => (expires_at ? Date.parse(expires_at) : NEVER) },
};
export const NEWEST: Sort<Column> = { column: 'made', isDown: true };

export const SORT_WORDS = {
  '-made': 'Newest first',
  made: 'Oldest first',
  code: 'Code, A to Z',
  '-code': 'Code, Z to A',
  '-uses': 'Most used first',
  uses: 'Least used first',
  ends: 'Ends soonest first',
  '-ends': 'Ends latest first',
} as const;

export type CouponFilter = { q: string; state: CouponState | undefined };

/** Every word is in the code or in what it is for. */
export function filterCoupons(coupons: readonly Coupon[], { q, state }: CouponFilter, now: number): Coupon[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return coupons.filter((coupon) => {
    if (state && couponState(coupon, now) !== state) return false;
    const text = `${coupon.code} ${coupon.memo}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

const HEADS = ['code', 'gives', 'state', 'uses', 'of', 'each customer', 'until', 'ended', 'for'];

export function toCouponCsv(coupons: readonly Coupon[], now: number): string {
  return csvText(
    HEADS,
    coupons.map((coupon) => [
      coupon.code,
      couponWords(coupon),
      couponState(coupon, now),
      coupon.uses,
      coupon.max_uses ?? '',
      coupon.max_uses_per_customer ?? '',
      coupon.expires_at ?? '',
      coupon.ended_at ?? '',
      coupon.memo,
    ]),
  );
}
