import type { ReactNode } from 'react';
import type { AnyList, RowOf } from '#contract/lists/list.ts';
import { Button } from '#web/components/button.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import type { ListRows } from '#web/lib/lists/list-rows.ts';
import type { ListState } from '#web/lib/lists/use-list-state.ts';
import type { Selection } from '#web/lib/lists/use-selection.ts';
import type { Hotkeys } from '#web/lib/use-hotkeys.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import { ListCards } from './list-cards.tsx';
import { ListTable } from './list-table.tsx';
import { useListKeys } from './use-list-keys.ts';
import { VirtualRows } from './virtual-rows.tsx';

const HEAD_PX = 34;
/** Keeps the last row clear of the bar that floats while rows are selected. */
const BAR_ROOM = 'pb-20';

export type ListCell<Row> = {
  cell: (row: Row) => ReactNode;
  /** CSS width of the column; columns without one share the rest. */
  width?: string;
  className?: string;
};

export type StaffListProps<L extends AnyList> = {
  state: ListState<L>;
  rows: ListRows<RowOf<L>>;
  idOf: (row: RowOf<L>) => string | number;
  /** Names the row for screen readers: "Select NAME". */
  nameOf: (row: RowOf<L>) => string;
  /** Cells of the table. Columns without a cell show their value; without this, the list shows cards on a desk too. */
  cells?: { [K in keyof L['columns']]?: ListCell<RowOf<L>> };
  /** The column that opens the row when it is pressed. */
  titleColumn?: keyof L['columns'] & string;
  /** A row on a phone. */
  card: (row: RowOf<L>) => ReactNode;
  rowPx?: { desk: number; phone: number };
  selection?: Selection<RowOf<L>> | undefined;
  /** On a phone the boxes can wait until someone wants to select. */
  isSelecting?: boolean;
  onOpen?: (row: RowOf<L>, index: number) => void;
  openId?: string | number | undefined;
  /** Further keys, for the row under the cursor. */
  keys?: (row: RowOf<L> | undefined) => Hotkeys;
  /** Off for a list that shares its page with another one. */
  hasKeys?: boolean;
  isInDialog?: boolean;
  isPane?: boolean;
  minWidth?: string;
  className?: string;
  /** Shown where there is nothing even without a filter. */
  empty: ReactNode;
};

/** The rows of a staff list: a virtual table on a desk, cards on a phone, with a keyboard cursor and selection. */
export function StaffList<L extends AnyList>(props: StaffListProps<L>) {
  const {
    state,
    rows,
    cells,
    selection,
    rowPx = { desk: 40, phone: 72 },
    isPane = false,
    className = '',
  } = props;
  const isDesk = useIsDesk();
  const isTable = isDesk && cells !== undefined;
  const { cursor, setCursor } = useListKeys(props);
  const { list } = state;
  if (rows.error) return <FailedState error={rows.error} onRetry={rows.retry} />;
  if (rows.count === undefined) return <Skeleton label={`Loading ${list.name}`} className="h-40" />;
  if (rows.count === 0) {
    return state.isFiltered ? (
      <EmptyState title={`No ${list.noun} found`} sentence="Nothing matches these filters.">
        <Button kind="line" size="small" onClick={state.clearFilters}>
          Clear filters
        </Button>
      </EmptyState>
    ) : (
      props.empty
    );
  }
  const Rows = isTable ? ListTable : ListCards;
  return (
    <VirtualRows
      count={rows.count}
      rowPx={isDesk ? rowPx.desk : rowPx.phone}
      isPane={isPane}
      revealed={cursor}
      headPx={isTable ? HEAD_PX : 0}
      className={`${className} ${selection && selection.count > 0 ? BAR_ROOM : ''}`}
      onShow={rows.show}
    >
      {(shown) => <Rows {...props} {...shown} cursor={cursor} onCursor={setCursor} />}
    </VirtualRows>
  );
}
