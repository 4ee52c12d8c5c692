import { CircleSlash } from 'lucide-react';
import { useState } from 'react';
import { type Coupon, MAX_COUPONS_AT_ONCE } from '#contract/endpoints/coupons.ts';
import { FloatingToolbar, OverPage, TOOLBAR_ACTION } from '#web/components/floating-toolbar.tsx';
import { RowChoice } from '#web/components/row-choice.tsx';
import { VirtualPageList } from '#web/components/virtual-list.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { useChosen } from '#web/lib/use-chosen.ts';
import { CouponRow } from './coupon-row.tsx';
import { couponState } from './coupon-values.ts';
import { EndCoupons } from './end-coupons.tsx';

const ROW_PX = 68;

/** Those that run can be chosen, and ended together. */
export function CouponsList({ coupons, now }: { coupons: readonly Coupon[]; now: number }) {
  const chosen = useChosen(MAX_COUPONS_AT_ONCE);
  const [ending, setEnding] = useState<readonly Coupon[]>([]);
  const running = coupons.filter((coupon) => couponState(coupon, now) === 'Active');
  const listed = running.map(({ id }) => id);
  const picked = running.filter(({ id }) => chosen.has(id));
  const isAllChosen = picked.length > 0 && picked.length === Math.min(listed.length, MAX_COUPONS_AT_ONCE);
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
      <div className="flex min-h-11 items-center gap-2 border-line border-b text-13 text-ink-2">
        {listed.length > 0 && (
          <RowChoice
            label="Choose all active coupons shown"
            isChosen={isAllChosen}
            onChoose={() => (isAllChosen ? chosen.clear() : chosen.choose(listed))}
          />
        )}
        <span aria-live="polite">{countOf(coupons.length, 'coupon')}</span>
      </div>
      <VirtualPageList
        label="Coupons"
        rows={coupons}
        keyOf={idOf}
        rowPx={ROW_PX}
        rowClassName="border-line not-last:border-b"
        className={picked.length > 0 ? 'pb-20' : ''}
      >
        {(coupon) => {
          const state = couponState(coupon, now);
          return (
            <CouponRow
              coupon={coupon}
              state={state}
              onEnd={() => setEnding([coupon])}
              choice={
                state === 'Active' ? (
                  <RowChoice
                    label={`Choose ${coupon.code}`}
                    isChosen={chosen.has(coupon.id)}
                    onChoose={(isStretching) => chosen.touch(coupon.id, listed, isStretching)}
                  />
                ) : (
                  <span className="size-11 flex-none desk:size-9" />
                )
              }
            />
          );
        }}
      </VirtualPageList>
      {picked.length > 0 && (
        <OverPage className="bottom-[calc(var(--tab-bar-height)+84px)]! desk:bottom-20!">
          <FloatingToolbar
            label="Chosen coupons"
            chosen={countOf(picked.length, 'coupon')}
            clearLabel="Choose none"
            onClear={chosen.clear}
          >
            <button type="button" className={TOOLBAR_ACTION} onClick={() => setEnding(picked)}>
              <CircleSlash aria-hidden size={16} />
              End
            </button>
          </FloatingToolbar>
        </OverPage>
      )}
      {ending.length > 0 && (
        <EndCoupons
          coupons={ending}
          onDone={(hasEnded) => {
            setEnding([]);
            if (hasEnded) chosen.clear();
          }}
        />
      )}
    </div>
  );
}

const idOf = ({ id }: Coupon) => id;
