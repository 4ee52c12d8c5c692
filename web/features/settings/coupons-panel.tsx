import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { type Coupon, couponEndpoints } from '#contract/endpoints/coupons.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { formatDate } from '#web/lib/formats.ts';
import { CouponSheet } from './coupon-sheet.tsx';
import { couponState, couponWords } from './coupon-values.ts';
import { couponsQuery } from './settings.query.ts';

export function CouponsPanel() {
  const { data, error, refetch } = useQuery(couponsQuery);
  const [isMaking, setIsMaking] = useState(false);
  const [ending, setEnding] = useState<Coupon>();
  return (
    <SectionCard
      id="coupons"
      title="Coupons"
      aside={
        <Button kind="line" size="small" onClick={() => setIsMaking(true)}>
          New coupon
        </Button>
      }
    >
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton label="Loading coupons" className="h-24" />}
      {data?.length === 0 && <p className="text-15 text-ink-2">There are no coupons yet.</p>}
      {data && data.length > 0 && (
        <ul aria-label="Coupons" className="-my-3 grid">
          {data.map((coupon) => (
            <CouponRow key={coupon.id} coupon={coupon} onEnd={() => setEnding(coupon)} />
          ))}
        </ul>
      )}
      {isMaking && <CouponSheet onClose={() => setIsMaking(false)} />}
      {ending && <EndCoupon coupon={ending} onDone={() => setEnding(undefined)} />}
    </SectionCard>
  );
}

function CouponRow({ coupon, onEnd }: { coupon: Coupon; onEnd: () => void }) {
  const state = couponState(coupon, Date.now());
  const { code, uses, max_uses, expires_at, memo } = coupon;
  return (
    <li className="flex min-h-14 items-center gap-3 border-line py-3 text-14 [contain-intrinsic-size:auto_64px] [content-visibility:auto] not-last:border-b">
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2">
          <b className="font-[650] break-all">{code}</b>
          <span
            className={`rounded-full px-2 text-12 leading-5 font-[650] ${state === 'Active' ? 'bg-ok-bg text-ok' : 'bg-sunk text-ink-2'}`}
          >
            {state}
          </span>
        </span>
        <span className="text-13 break-words text-ink-2">
          {couponWords(coupon)}, used {uses}
          {max_uses !== null && ` of ${max_uses}`}
          {expires_at && `, until ${formatDate(expires_at)}`}
          {memo && `. ${memo}`}
        </span>
      </span>
      {state === 'Active' && (
        <Button kind="line" size="small" onClick={onEnd} aria-label={`End coupon ${code}`}>
          End
        </Button>
      )}
    </li>
  );
}

function EndCoupon({ coupon, onDone }: { coupon: Coupon; onDone: () => void }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => callApi(couponEndpoints.endCoupon, { params: { id: coupon.id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: couponsQuery.queryKey }),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: onDone,
  });
  return (
    <ConfirmDialog
      title={`End ${coupon.code}?`}
      sentence="No further order may use it; orders that do keep it. It cannot be started again."
      confirmLabel="End coupon"
      isBusy={end.isPending}
      onConfirm={() => end.mutate()}
      onCancel={onDone}
    />
  );
}
