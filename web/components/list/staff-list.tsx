import type { AnyList } from '#contract/lists/list.ts';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { listLabel } from '#web/lib/lists/list-label.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import { ListCards } from './list-cards.tsx';
import { ListTable } from './list-table.tsx';
import { NoMatch } from './no-match.tsx';
import type { StaffListProps } from './staff-list.types.ts';
import { useListKeys } from './use-list-keys.ts';
import { VirtualRows } from './virtual-rows.tsx';

const HEAD_PX = 34;
/** Keeps the last row clear of the bar that floats while rows are selected. */
const BAR_ROOM = 'pb-20';

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
  const { cursor, setCursor, order } = useListKeys(props);
  const { list } = state;
  if (rows.error) return <FailedState error={rows.error} onRetry={rows.retry} />;
  if (rows.count === undefined) return <Skeleton label={`Loading ${listLabel(list)}`} className="h-40" />;
  if (rows.count === 0) return state.isFiltered ? <NoMatch state={state} /> : props.empty;
  const Rows = isTable ? ListTable : ListCards;
  return (
    <VirtualRows
      count={rows.count}
      rowPx={isDesk ? rowPx.desk : rowPx.phone}
      isPane={isPane}
      isFocusable={!props.onOpen && !selection}
      revealed={cursor}
      order={order}
      headPx={isTable ? HEAD_PX : 0}
      className={`${className} ${selection && selection.count > 0 ? BAR_ROOM : ''}`}
      onShow={rows.show}
    >
      {(shown) => <Rows {...props} {...shown} cursor={cursor} onCursor={setCursor} />}
    </VirtualRows>
  );
}
