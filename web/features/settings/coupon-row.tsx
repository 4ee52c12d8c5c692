import { type Coupon, couponState, couponTeamWords, couponWords } from '#contract/endpoints/coupons.ts';
import { couponList } from '#contract/lists/coupons.ts';
import { Button } from '#web/components/button.tsx';
import { formatDate } from '#web/lib/formats.ts';

type CouponRowProps = { coupon: Coupon; onEnd: () => void };

export function CouponRow({ coupon, onEnd }: CouponRowProps) {
  const { code, uses, max_uses, expires_at, memo, teams } = coupon;
  const state = couponState(coupon);
  return (
    <div className="flex min-h-14 items-center gap-2 py-3 text-14">
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2">
          <b className="font-[650] break-all">{code}</b>
          <span
            className={`rounded-full px-2 text-12 leading-5 font-[650] ${state === 'active' ? 'bg-ok-bg text-ok' : 'bg-sunk text-ink-2'}`}
          >
            {couponList.filters.state.options[state]}
          </span>
        </span>
        <span className="text-13 break-words text-ink-2">
          {couponWords(coupon)}, used {uses}
          {max_uses !== null && ` of ${max_uses}`}
          {expires_at && `, until ${formatDate(expires_at)}`}
          {teams.length > 0 && `, only for ${couponTeamWords(teams)}`}
          {memo && `. ${memo}`}
        </span>
      </span>
      {state === 'active' && (
        <Button kind="line" size="small" onClick={onEnd} aria-label={`End coupon ${code}`}>
          End
        </Button>
      )}
    </div>
  );
}
