import { useNavigate } from '@tanstack/react-router';
import { Button } from '#web/components/button.tsx';
import { CsvButton } from '#web/components/csv-button.tsx';
import { FilterSelect } from '#web/components/filter-select.tsx';
import { SearchBox } from '#web/components/search-box.tsx';
import { changeSearch } from '#web/lib/change-search.ts';
import { SORT_WORDS, STATE_WORDS, toOrdersCsv } from './order-words.ts';
import { useOrdersPlace } from './use-orders-place.ts';
import { readAllOrders } from './users.query.ts';

export function OrdersToolbar({ userId }: { userId: number }) {
  const { place, text, state, sort } = useOrdersPlace();
  return (
    <div className="flex flex-wrap gap-2 border-line border-b px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-full desk:basis-44">
        <SearchBox
          text={place.q}
          label="Find orders"
          placeholder="Number or album"
          onSearch={(typed) => text.change(typed.slice(0, 120))}
        />
      </div>
      <FilterSelect
        label="State"
        all="All states"
        value={place.status ?? ''}
        options={STATE_WORDS}
        className="min-w-0 flex-1 basis-24 desk:flex-none"
        onChange={state.choose}
      />
      <FilterSelect
        label="Sort orders"
        value={place.sort}
        options={SORT_WORDS}
        className="min-w-0 flex-1 basis-24 desk:flex-none"
        onChange={(chosen) => sort.choose(chosen === 'newest' ? undefined : chosen)}
      />
      <CsvButton
        fileName={`orders-of-user-${userId}.csv`}
        label="Orders as CSV"
        makeCsv={async () => toOrdersCsv(await readAllOrders(userId, place))}
      />
    </div>
  );
}

export function NoOrders({ isFiltered }: { isFiltered: boolean }) {
  const navigate = useNavigate();
  if (!isFiltered) return <p className="px-4 py-5 text-14 text-ink-2">No orders yet.</p>;
  const search = changeSearch({ order_q: undefined, order_state: undefined });
  return (
    <p className="flex flex-wrap items-center gap-3 px-4 py-5 text-14 text-ink-2">
      No order passes the filter.
      <Button
        kind="line"
        size="small"
        onClick={() => void navigate({ to: '.', search, replace: true, resetScroll: false })}
      >
        Show all orders
      </Button>
    </p>
  );
}
