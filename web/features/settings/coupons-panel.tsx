import { useQuery } from '@tanstack/react-query';
import { CircleSlash } from 'lucide-react';
import { useState } from 'react';
import { type Coupon, couponState, MAX_COUPONS_LISTED } from '#contract/endpoints/coupons.ts';
import { couponList } from '#contract/lists/coupons.ts';
import { Button } from '#web/components/button.tsx';
import { TOOLBAR_ACTION } from '#web/components/floating-toolbar.tsx';
import { BulkBar } from '#web/components/list/bulk-bar.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { formatCount } from '#web/lib/count-words.ts';
import { useListState } from '#web/lib/lists/use-list-state.ts';
import { useLocalRows } from '#web/lib/lists/use-local-rows.ts';
import { useSelection } from '#web/lib/lists/use-selection.ts';
import { CouponRow } from './coupon-row.tsx';
import { CouponSheet } from './coupon-sheet.tsx';
import { EndCoupons } from './end-coupons.tsx';
import { couponsQuery } from './settings.query.ts';

const idOf = ({ id }: Coupon) => id;

export function CouponsPanel() {
  const { data, error, refetch } = useQuery(couponsQuery);
  const [isCreating, setIsCreating] = useState(false);
  const [ending, setEnding] = useState<readonly Coupon[]>([]);
  const state = useListState(couponList);
  const rows = useLocalRows(state, data, { error, retry: refetch });
  const selection = useSelection({
    idOf,
    rows,
    max: couponList.maxSelected,
    isSelectable: (coupon) => couponState(coupon) === 'active',
  });
  return (
    <SectionCard
      id="coupons"
      title="Coupons"
      aside={
        <Button kind="line" size="small" onClick={() => setIsCreating(true)}>
          New coupon
        </Button>
      }
    >
      {(data?.length ?? 0) > 0 && <ListToolbar state={state} rows={rows} sorting="always" />}
      {data && data.length >= MAX_COUPONS_LISTED && (
        <p className="text-13 text-ink-2">
          Only {formatCount(MAX_COUPONS_LISTED)} coupons are listed. The oldest ended ones are left out.
        </p>
      )}
      <StaffList
        state={state}
        rows={rows}
        idOf={idOf}
        nameOf={({ code }) => code}
        selection={selection}
        hasKeys={false}
        rowPx={{ desk: 68, phone: 68 }}
        card={(coupon) => <CouponRow coupon={coupon} onEnd={() => setEnding([coupon])} />}
        empty={<p className="text-15 text-ink-2">There are no coupons yet.</p>}
      />
      <BulkBar noun="coupon" selection={selection} rows={rows}>
        <button type="button" className={TOOLBAR_ACTION} onClick={() => setEnding(selection.rows)}>
          <CircleSlash aria-hidden size={16} />
          End
        </button>
      </BulkBar>
      {ending.length > 0 && (
        <EndCoupons
          coupons={ending}
          onDone={(hasEnded) => {
            setEnding([]);
            if (hasEnded) selection.clear();
          }}
        />
      )}
      {isCreating && <CouponSheet onClose={() => setIsCreating(false)} />}
    </SectionCard>
  );
}
