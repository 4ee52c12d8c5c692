import type { NewCoupon } from '#contract/endpoints/coupons.ts';
import { parseDollars } from '#web/lib/dollars.ts';

export type CouponValues = {
  code: string;
  kind: NewCoupon['kind'];
  off: string;
  expires_on: string;
  max_uses: string;
  max_uses_per_customer: string;
  memo: string;
  /** One team per line: the program, then a comma and the team. */
  teams: string;
};

export const NO_COUPON: CouponValues = {
  code: '',
  kind: 'percent',
  off: '',
  expires_on: '',
  max_uses: '',
  max_uses_per_customer: '1',
  memo: '',
  teams: '',
};

const countOrNull = (typed: string) => {
  const trimmed = typed.trim();
  if (trimmed === '') return null;
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : trimmed;
};

/** A coupon ends at midnight in the time zone of the person who creates it. */
function endOfDay(isoDate: string): string | null {
  if (!isoDate) return null;
  const end = new Date(`${isoDate}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? isoDate : end.toISOString();
}

/** A line without a comma names a program with all its teams. */
function readTeams(typed: string) {
  const lines = typed.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).map((line) => {
    const [program = '', ...team] = line.split(',');
    return { program_name: program.trim(), team_name: team.join(',').trim() };
  });
}

export function toNewCoupon({ off, kind, expires_on, ...values }: CouponValues) {
  return {
    code: values.code,
    kind,
    percent_off: kind === 'percent' ? countOrNull(off) : null,
    amount_off: kind === 'fixed' ? (parseDollars(off) ?? (off || null)) : null,
    expires_at: endOfDay(expires_on),
    max_uses: countOrNull(values.max_uses),
    max_uses_per_customer: countOrNull(values.max_uses_per_customer),
    memo: values.memo,
    teams: readTeams(values.teams),
  };
}
