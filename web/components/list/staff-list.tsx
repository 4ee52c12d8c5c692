import { type ReactNode, useState } from 'react';
import { type AnyList, type RowOf, sortText } from '#contract/lists/list.ts';
import { Button } from '#web/components/button.tsx';
import { EmptyState, FailedState, Skeleton } from '#web/components/states.tsx';
import { type ListState, listLabel } from '#web/lib/lists/list-rows.ts';
import { useNavigate } from '#web/lib/navigation.tsx';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import {
  ListTable,
  RowOpener,
  type RowsProps,
  rowLook,
  SelectBox,
  type StaffListProps,
} from './list-table.tsx';
import { VirtualRows } from './virtual-rows.tsx';

const HEAD_PX = 34;
/** Keeps the last row clear of the bar that floats while rows are selected. */
const BAR_ROOM = 'pb-20';

/** The rows of a staff list: a virtual table on a desk, cards on a phone, with a keyboard cursor and selection. */
export function StaffList<L extends AnyList>(props: StaffListProps<L>) {
  const { rows, cells, selection, rowPx = { desk: 40, phone: 72 }, isPane = false, className = '' } = props;
  const isDesk = useIsDesk();
  const isTable = isDesk && cells !== undefined;
  const { cursor, setCursor, order } = useListKeys(props);
  const { state } = rows;
  if (rows.error) return <FailedState error={rows.error} onRetry={rows.retry} />;
  if (rows.count === undefined)
    return <Skeleton label={`Loading ${listLabel(state.list)}`} className="h-40" />;
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

function ListCards<L extends AnyList>(props: RowsProps<L>) {
  const { rows, idOf, card, selection, isSelecting = true, shown, above, below } = props;
  return (
    <ul aria-label={listLabel(rows.state.list)} style={{ paddingTop: above, paddingBottom: below }}>
      {shown.map(({ index, measure }) => {
        const row = rows.rowAt(index);
        return (
          <li
            key={row ? idOf(row) : `loading-${index}`}
            ref={measure}
            data-index={index}
            aria-setsize={rows.count}
            aria-posinset={index + 1}
            aria-current={(row && idOf(row) === props.openId) || undefined}
            className={`relative flex min-w-0 items-center border-line border-b ${rowLook(props, row, index)}`}
          >
            {row === undefined ? (
              <span className="m-4 block h-8 w-40 rounded-tile bg-line">
                <span className="sr-only">Loading</span>
              </span>
            ) : (
              <>
                {selection && isSelecting && <SelectBox {...props} row={row} index={index} />}
                <div className="min-w-0 flex-1">
                  <RowOpener {...props} row={row} index={index} className="block w-full min-w-0">
                    {card(row)}
                  </RowOpener>
                </div>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

export function NoMatch<L extends AnyList>({ state }: { state: ListState<L> }) {
  return (
    <EmptyState title={`No ${state.list.noun} found`} sentence="Nothing matches these filters.">
      <Button kind="line" size="small" onClick={state.clearFilters}>
        Clear filters
      </Button>
    </EmptyState>
  );
}

type ListHeadingProps = { title: string; sentence?: string; children?: ReactNode };

export function ListHeading({ title, sentence, children }: ListHeadingProps) {
  return (
    <header className="flex min-h-14 flex-wrap items-center gap-x-4 border-line border-b py-2 pr-2 pl-4 desk:pr-4 desk:pl-5">
      <h1 tabIndex={-1} className="text-18 font-[750] tracking-[-0.02em]">
        {title}
      </h1>
      {sentence && <p className="text-13 text-ink-2">{sentence}</p>}
      {children}
    </header>
  );
}

/** Keeps what is shown instead of rows clear of the edges of a pane, which rows reach. */
export const INSET_STATES = '[&>section]:m-4 [&>section]:self-start desk:[&>section]:m-6';

/** Fills the screen below the header with one staff list that scrolls by itself. */
export function ListPage({ children, ...heading }: ListHeadingProps) {
  return (
    <div
      className={`relative grid h-[calc(100dvh-var(--header-height)-1px-var(--tab-bar-height))] grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto] desk:h-[calc(100dvh-var(--header-height)-1px)] ${INSET_STATES}`}
    >
      <ListHeading {...heading} />
      {children}
    </div>
  );
}

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button, [role="button"]') !== null;

/** J and K move the cursor, X selects, Shift stretches the selection, Enter opens, Escape clears. */
function useListKeys<L extends AnyList>(props: StaffListProps<L>) {
  const { rows, selection, onOpen, linkTo, openId, keys, hasKeys = true, isInDialog = false } = props;
  const navigate = useNavigate();
  const { opensOnMove = openId !== undefined } = props;
  /** Filters and order: another order has other rows at the same places. */
  const order = JSON.stringify([rows.state.filters, sortText(rows.state.sort)]);
  const [place, setPlace] = useState<{ order: string; cursor: number; rangeStart?: number }>();
  const kept: { cursor: number; rangeStart?: number } = place?.order === order ? place : { cursor: -1 };
  const { rangeStart } = kept;
  const cursor = opensOnMove && openId !== undefined ? openIndex(props, kept.cursor) : kept.cursor;
  const setCursor = (next: number) => setPlace({ order, cursor: next });
  const count = rows.count ?? 0;
  const current = rows.rowAt(cursor);
  const step = (by: number) => (event: KeyboardEvent) => {
    if (count === 0) return;
    event.preventDefault();
    const next = Math.min(Math.max(cursor + by, 0), count - 1);
    if (event.shiftKey && selection) {
      const start = rangeStart ?? Math.max(cursor, 0);
      void selection.stretchTo(next, start);
      setPlace({ order, cursor: next, rangeStart: start });
    } else setCursor(next);
    const row = rows.rowAt(next);
    if (opensOnMove && row) onOpen?.(row, next);
  };
  const own = keys?.(current);
  const hotkeys = {
    j: step(1),
    k: step(-1),
    arrowdown: step(1),
    arrowup: step(-1),
    x: (event: KeyboardEvent) => {
      if (!current) return;
      setCursor(cursor);
      if (event.shiftKey) void selection?.stretchTo(cursor);
      else selection?.toggle(current, cursor);
    },
    enter: (event: KeyboardEvent) => {
      if (!current || isControl(event.target)) return;
      if (linkTo) void navigate({ to: linkTo(current) });
      else onOpen?.(current, cursor);
    },
    ...own,
    escape: (event: KeyboardEvent) => {
      if (!selection || selection.count === 0) return own?.escape?.(event);
      event.preventDefault();
      selection.clear();
    },
  };
  useHotkeys(hasKeys ? hotkeys : {}, { isInDialog });
  return { cursor, setCursor, order };
}

/** The index of the open row among the loaded rows. The row may have moved since it was opened at `guess`. */
function openIndex<L extends AnyList>({ rows, idOf, openId }: StaffListProps<L>, guess: number): number {
  const isOpen = (row: RowOf<L> | undefined) => row !== undefined && idOf(row) === openId;
  if (isOpen(rows.rowAt(guess))) return guess;
  for (let index = 0; index < (rows.count ?? 0); index++) if (isOpen(rows.rowAt(index))) return index;
  return -1;
}
