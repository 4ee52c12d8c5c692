import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Coupon, MAX_COUPONS_LISTED } from '#contract/endpoints/coupons.ts';
import { Button } from '#web/components/button.tsx';
import { CsvButton } from '#web/components/csv-button.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { FilterSelect } from '#web/components/filter-select.tsx';
import { SearchBox } from '#web/components/search-box.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { changeSearch } from '#web/lib/change-search.ts';
import { formatCount } from '#web/lib/count-words.ts';
import { sortRows, sortText } from '#web/lib/list-sort.ts';
import { useListSort } from '#web/lib/use-list-sort.ts';
import { useSearchChoice, useSearchFilter } from '#web/lib/use-search-choice.ts';
import { COLUMNS, filterCoupons, NEWEST, SORT_WORDS, STATE_WORDS, toCouponCsv } from './coupon-list.ts';
import { CouponSheet } from './coupon-sheet.tsx';
import { CouponsList } from './coupons-list.tsx';
import { couponsQuery } from './settings.query.ts';

export function CouponsPanel() {
  const { data, error, refetch } = useQuery(couponsQuery);
  const [isMaking, setIsMaking] = useState(false);
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
      {data && data.length > 0 && <FilteredCoupons coupons={data} />}
      {isMaking && <CouponSheet onClose={() => setIsMaking(false)} />}
    </SectionCard>
  );
}

function FilteredCoupons({ coupons }: { coupons: readonly Coupon[] }) {
  const { text = '', change } = useSearchFilter('coupon_q');
  const { chosen: state, choose } = useSearchChoice('coupon_state', STATE_WORDS);
  const { sort, sortAs } = useListSort(COLUMNS, NEWEST, 'coupon_sort');
  const navigate = useNavigate();
  const now = Date.now();
  const shown = sortRows(filterCoupons(coupons, { q: text, state }, now), COLUMNS, sort);
  const search = changeSearch({ coupon_q: undefined, coupon_state: undefined });
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap gap-2">
        <div className="min-w-0 flex-1 basis-full desk:basis-44">
          <SearchBox text={text} label="Find coupons" placeholder="Code or purpose" onSearch={change} />
        </div>
        <FilterSelect
          label="State of coupons"
          all="All states"
          value={state ?? ''}
          options={STATE_WORDS}
          className="min-w-0 flex-1 basis-24 desk:flex-none"
          onChange={choose}
        />
        <FilterSelect
          label="Sort coupons"
          value={sortText(sort) as keyof typeof SORT_WORDS}
          options={SORT_WORDS}
          className="min-w-0 flex-1 basis-24 desk:flex-none"
          onChange={sortAs}
        />
        <CsvButton
          fileName="coupons.csv"
          label="Coupons as CSV"
          disabled={shown.length === 0}
          makeCsv={() => toCouponCsv(shown, now)}
        />
      </div>
      {coupons.length >= MAX_COUPONS_LISTED && (
        <p className="text-13 text-ink-2">
          The oldest ended coupons are left out: only {formatCount(MAX_COUPONS_LISTED)} are listed.
        </p>
      )}
      {shown.length > 0 ? (
        <CouponsList key={`${text}|${state}`} coupons={shown} now={now} />
      ) : (
        <p className="flex flex-wrap items-center gap-3 py-3 text-15 text-ink-2">
          No coupon passes the filter.
          <Button
            kind="line"
            size="small"
            onClick={() => void navigate({ to: '.', search, replace: true, resetScroll: false })}
          >
            Show all coupons
          </Button>
        </p>
      )}
    </div>
  );
}
