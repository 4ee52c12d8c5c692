import { useQuery } from '@tanstack/react-query';
import { CircleSlash } from 'lucide-react';
import { useState } from 'react';
import {
  type Coupon,
  couponEndpoints,
  couponMessage,
  couponScope,
  couponState,
  MAX_COUPONS_LISTED,
} from '#contract/endpoints/coupons.ts';
import { couponList } from '#contract/lists/coupons.ts';
import { Button } from '#web/components/button.tsx';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { BulkAction, BulkBar } from '#web/components/list/bulk-bar.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf, formatCount, formatDay } from '#web/lib/formats.ts';
import { useListState, useLocalRows } from '#web/lib/lists/list-rows.ts';
import { useSelection } from '#web/lib/lists/use-selection.ts';
import { addSearch, useSearchState } from '#web/lib/search-params.ts';
import { toast } from '#web/lib/toast.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { CouponSheet } from './coupon-sheet.tsx';
import { couponsQuery } from './settings.query.ts';

const idOf = ({ id }: Coupon) => id;

export function CouponsPanel() {
  const { data, error, refetch } = useQuery(couponsQuery);
  const { search, change } = useSearchState(addSearch);
  const [edited, setEdited] = useState<Coupon>();
  const open = edited ?? (search.add ? 'new' : undefined);
  const setOpen = (wanted: Coupon | 'new' | undefined) => {
    setEdited(wanted === 'new' ? undefined : wanted);
    if (wanted === 'new' || search.add) void change({ add: wanted === 'new' ? 'true' : undefined });
  };
  const rows = useLocalRows(useListState(couponList), data, { error, retry: refetch });
  const selection = useSelection({
    idOf,
    rows,
    isSelectable: (coupon) => couponState(coupon) === 'active',
    filters: {},
  });
  const end = useStaffAction(
    (coupons: readonly Coupon[]) => callApi(couponEndpoints.endCoupons, { body: { ids: coupons.map(idOf) } }),
    ({ done }) => {
      toast(done.length === 0 ? 'Already ended' : `${countOf(done.length, 'coupon')} ended`);
      selection.clear();
    },
  );
  const { ask, question } = useConfirmed(end, (coupons) => {
    const isOne = coupons.length === 1;
    return {
      title: `End ${isOne ? coupons[0]?.code : countOf(coupons.length, 'coupon')}?`,
      sentence: isOne ? SENTENCE : SENTENCE_OF_SEVERAL,
      confirmLabel: isOne ? 'End coupon' : 'End coupons',
    };
  });
  return (
    <SectionCard
      id="coupons"
      title="Coupons"
      aside={
        <Button kind="line" size="small" onClick={() => setOpen('new')}>
          New coupon
        </Button>
      }
    >
      {(data?.length ?? 0) > 0 && <ListToolbar rows={rows} sorting="always" />}
      {data && data.length >= MAX_COUPONS_LISTED && (
        <p className="text-13 text-ink-2">
          Only {formatCount(MAX_COUPONS_LISTED)} coupons are listed. The oldest ended ones are left out.
        </p>
      )}
      <StaffList
        rows={rows}
        idOf={idOf}
        nameOf={({ code }) => code}
        selection={selection}
        hasKeys={false}
        rowPx={{ desk: 68, phone: 68 }}
        card={(coupon) => (
          <CouponRow coupon={coupon} onEdit={() => setOpen(coupon)} onEnd={() => ask([coupon])} />
        )}
        empty={<p className="text-15 text-ink-2">There are no coupons yet.</p>}
      />
      <BulkBar noun="coupon" selection={selection}>
        <BulkAction icon={CircleSlash} onClick={() => ask(selection.rows)}>
          End
        </BulkAction>
      </BulkBar>
      {question}
      {open && <CouponSheet coupon={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
    </SectionCard>
  );
}

type CouponRowProps = { coupon: Coupon; onEdit: () => void; onEnd: () => void };

function CouponRow({ coupon, onEdit, onEnd }: CouponRowProps) {
  const { code, uses, max_uses, expires_at, memo } = coupon;
  const scope = couponScope(coupon);
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
          {couponMessage(coupon)}, used {uses}
          {max_uses !== null && ` of ${max_uses}`}
          {expires_at && `, until ${formatDay(expires_at)}`}
          {scope && `, only for ${scope}`}
          {memo && `. ${memo}`}
        </span>
      </span>
      {state !== 'ended' && (
        <Button kind="line" size="small" onClick={onEdit} aria-label={`Edit coupon ${code}`}>
          Edit
        </Button>
      )}
      {state === 'active' && (
        <Button kind="line" size="small" onClick={onEnd} aria-label={`End coupon ${code}`}>
          End
        </Button>
      )}
    </div>
  );
}

const SENTENCE = 'New orders cannot use it. Orders that already use it keep it. This cannot be undone.';
const SENTENCE_OF_SEVERAL =
  'New orders cannot use them. Orders that already use them keep them. This cannot be undone.';
