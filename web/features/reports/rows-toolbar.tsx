import { MAX_ROW_SEARCH } from '#contract/endpoints/reports.ts';
import { FilterSelect } from '#web/components/filter-select.tsx';
import { SearchBox } from '#web/components/search-box.tsx';
import { sortText } from '#web/lib/list-sort.ts';
import { COUPON_FILTERS, FACE_FILTERS, KIND_FILTERS, POOL_FILTERS, PRODUCT_WORDS } from './rows-view.ts';
import type { RowsView } from './use-rows-view.ts';

const SORTS = {
  '-time': 'Newest first',
  time: 'Oldest first',
  '-amount': 'Highest first',
  amount: 'Lowest first',
} as const;

type RowsToolbarProps = {
  view: RowsView;
  /** The list is of one product already. */
  hasProduct: boolean;
};

/** On a phone the choices are one line that scrolls sideways, and the order is one of them. */
export function RowsToolbar({ view, hasProduct }: RowsToolbarProps) {
  const { filter, sort, show } = view;
  return (
    <div className="grid gap-2 px-5 pb-3 desk:flex desk:flex-wrap desk:px-7">
      <SearchBox
        text={filter.q ?? ''}
        label="Find rows"
        placeholder="Customer, album or order"
        maxLength={MAX_ROW_SEARCH}
        isInDialog
        className="desk:w-[280px]"
        onSearch={(q) => show({ q: q || undefined })}
      />
      <div className="-mx-5 flex gap-2 overflow-x-auto px-5 [scrollbar-width:none] *:flex-none desk:mx-0 desk:flex-wrap desk:px-0">
        <FilterSelect
          label="Order"
          value={sortText(sort) as keyof typeof SORTS}
          options={SORTS}
          className="desk:hidden"
          onChange={(order) => show({ sort: order === '-time' ? undefined : order })}
        />
        <FilterSelect
          label="Kind"
          all="All kinds"
          value={filter.kind ?? ''}
          options={KIND_FILTERS}
          onChange={(kind) => show({ kind })}
        />
        {!hasProduct && (
          <FilterSelect
            label="Product"
            all="All products"
            value={filter.product ?? ''}
            options={PRODUCT_WORDS}
            onChange={(product) => show({ product })}
          />
        )}
        <FilterSelect
          label="Pools"
          all="Pools or not"
          value={filter.pool ?? ''}
          options={POOL_FILTERS}
          onChange={(pool) => show({ pool })}
        />
        <FilterSelect
          label="By face"
          all="By face or not"
          value={filter.facial ?? ''}
          options={FACE_FILTERS}
          onChange={(face) => show({ face })}
        />
        <FilterSelect
          label="Coupons"
          all="Coupon or not"
          value={filter.coupon ?? ''}
          options={COUPON_FILTERS}
          onChange={(coupon) => show({ coupon })}
        />
      </div>
    </div>
  );
}
