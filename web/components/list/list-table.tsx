import { ArrowDown, ArrowUp } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import type { AnyList, ListColumn, RowOf, SortKey } from '#contract/lists/list.ts';
import { formatCount } from '#web/lib/formats.ts';
import { type ListRows, listLabel } from '#web/lib/lists/list-rows.ts';
import type { Selection } from '#web/lib/lists/use-selection.ts';
import { Link } from '#web/lib/navigation.tsx';
import type { Hotkeys } from '#web/lib/use-hotkeys.ts';
import type { RowWindow } from './virtual-rows.tsx';

type Column<Row> = [key: string, column: ListColumn<Row>];

export function ListTable<L extends AnyList>(props: RowsProps<L>) {
  const { rows, cells = {}, selection, shown, above, below, minWidth = '760px' } = props;
  const { state } = rows;
  type Row = RowOf<L>;
  const columns = Object.entries(state.list.columns as Record<string, ListColumn<Row>>).filter(
    ([key, { isHidden }]) => !isHidden && key !== props.without,
  );
  const cellOf = (key: string) => (cells as Record<string, ListCell<Row> | undefined>)[key];
  const showCell = (key: string, { value }: ListColumn<Row>, row: Row) => {
    const plain = () => {
      const said = value?.(row);
      return typeof said === 'number' ? formatCount(said) : said;
    };
    return cellOf(key)?.cell?.(row) ?? plain();
  };
  const span = columns.length + (selection ? 1 : 0);
  return (
    <table
      aria-label={listLabel(state.list)}
      aria-rowcount={(rows.count ?? 0) + 1}
      style={{ minWidth }}
      className="w-full table-fixed border-separate border-spacing-0 text-left text-13 text-ink-2"
    >
      <colgroup>
        {selection && <col style={{ width: '44px' }} />}
        {columns.map(([key]) => (
          <col key={key} style={{ width: cellOf(key)?.width ?? 'auto' }} />
        ))}
      </colgroup>
      <TableHead {...props} columns={columns} />
      <tbody>
        <Spacer span={span} height={above} />
        {shown.map(({ index, measure }) => {
          const row = rows.rowAt(index);
          return (
            <tr
              key={row ? props.idOf(row) : `loading-${index}`}
              ref={measure}
              data-index={index}
              aria-rowindex={index + 2}
              aria-current={(row && props.idOf(row) === props.openId) || undefined}
              className={`relative *:h-10 *:truncate *:border-line *:border-b *:px-2 *:py-0 ${rowLook(props, row, index)}`}
            >
              {selection && (
                <td className="p-0!">{row && <SelectBox {...props} row={row} index={index} />}</td>
              )}
              {columns.map(([key, column], place) => (
                <td key={key} className={cellOf(key)?.className}>
                  {row && key === props.titleColumn ? (
                    <RowOpener
                      {...props}
                      row={row}
                      index={index}
                      className="max-w-full truncate align-middle"
                    >
                      {showCell(key, column, row)}
                    </RowOpener>
                  ) : row ? (
                    showCell(key, column, row)
                  ) : (
                    place === 0 && <LoadingRow />
                  )}
                </td>
              ))}
            </tr>
          );
        })}
        <Spacer span={span} height={below} />
      </tbody>
    </table>
  );
}

function TableHead<L extends AnyList>({
  rows,
  cells = {},
  selection,
  columns,
}: RowsProps<L> & { columns: Column<RowOf<L>>[] }) {
  return (
    <thead className="sticky top-0 z-3 text-12">
      <tr
        aria-rowindex={1}
        className="*:h-[34px] *:border-line *:border-b *:bg-sunk *:px-2 *:font-semibold *:whitespace-nowrap"
      >
        {selection && (
          <th scope="col" className="p-0!">
            <label className="grid place-items-center">
              <input
                type="checkbox"
                aria-label={selection.isEverything ? 'Select none' : `Select all ${rows.count}`}
                checked={selection.isEverything}
                onChange={() => (selection.isEverything ? selection.clear() : void selection.selectAll())}
                className="size-4"
              />
            </label>
          </th>
        )}
        {columns.map(([key, { label, sort }]) => (
          <SortHead
            key={key}
            direction={directionOf(rows.state.sort, key)}
            onSort={sort && (() => rows.state.sortBy(key as SortKey<L>))}
            className={(cells as Record<string, ListCell<RowOf<L>> | undefined>)[key]?.className ?? ''}
          >
            {label}
          </SortHead>
        ))}
      </tr>
    </thead>
  );
}

function Spacer({ span, height }: { span: number; height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={span} className="p-0" style={{ height }} />
    </tr>
  );
}

function LoadingRow() {
  return (
    <span className="block h-3 w-40 rounded-tile bg-line">
      <span className="sr-only">Loading</span>
    </span>
  );
}

export type RowsProps<L extends AnyList> = StaffListProps<L> &
  RowWindow & { cursor: number; onCursor: (index: number) => void };

type OneRow<L extends AnyList> = RowsProps<L> & { row: RowOf<L>; index: number };

export function rowLook<L extends AnyList>(
  { idOf, openId, selection, cursor }: RowsProps<L>,
  row: RowOf<L> | undefined,
  index: number,
): string {
  const isOpen = row !== undefined && openId !== undefined && idOf(row) === openId;
  const isSelected = row !== undefined && (selection?.has(idOf(row)) ?? false);
  const wash = isOpen || isSelected ? 'bg-spot-wash' : index === cursor ? 'bg-sunk' : 'hover:bg-sunk';
  if (isOpen) return `${wash} shadow-[inset_3px_0_0_var(--spot)]`;
  return index === cursor ? `${wash} shadow-[inset_3px_0_0_var(--edge)]` : wash;
}

/** Lies above the opener, which reaches over the whole row. */
export function SelectBox<L extends AnyList>({ row, index, idOf, nameOf, selection, onCursor }: OneRow<L>) {
  if (!selection?.isSelectable(row)) return <span className="size-11 flex-none desk:size-9" />;
  const select = (event: MouseEvent) => {
    onCursor(index);
    if (event.shiftKey) void selection.stretchTo(index);
    else selection.toggle(row, index);
  };
  return (
    <label className="relative z-1 grid size-11 flex-none cursor-pointer place-items-center desk:size-9">
      <input
        type="checkbox"
        aria-label={`Select ${nameOf(row)}`}
        checked={selection.has(idOf(row))}
        onClick={select}
        onChange={() => undefined}
        className="size-4"
      />
    </label>
  );
}

const OPENER =
  'text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2';

/** The title of the row is a button or link that reaches over the whole row. */
export function RowOpener<L extends AnyList>({
  row,
  index,
  onOpen,
  linkTo,
  onCursor,
  selection,
  className,
  children,
}: Omit<OneRow<L>, 'className'> & { className: string; children: ReactNode }) {
  if (linkTo) {
    return (
      <Link to={linkTo(row)} className={`${OPENER} ${className}`}>
        {children}
      </Link>
    );
  }
  if (!onOpen) return children;
  const open = (event: MouseEvent) => {
    onCursor(index);
    if (event.shiftKey && selection) void selection.stretchTo(index);
    else onOpen(row, index);
  };
  return (
    <button type="button" onClick={open} className={`${OPENER} ${className}`}>
      {children}
    </button>
  );
}

type SortHeadProps = {
  /** Undefined where the list is sorted by another column. */
  direction: 'ascending' | 'descending' | undefined;
  onSort?: (() => void) | undefined;
  className?: string;
  children: ReactNode;
};

export function SortHead({ direction, onSort, className = '', children }: SortHeadProps) {
  if (!onSort) {
    return (
      <th scope="col" className={className}>
        {children}
      </th>
    );
  }
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={direction ?? 'none'} className={className}>
      <button
        type="button"
        onClick={onSort}
        className={`inline-flex min-h-[34px] items-center gap-1 hover:text-ink ${direction ? 'text-ink' : ''}`}
      >
        {children}
        {direction && <Arrow size={13} className="print:hidden" />}
      </button>
    </th>
  );
}

export function directionOf(sort: { key: string; direction: 'asc' | 'desc' }, column: string) {
  if (sort.key !== column) return undefined;
  return sort.direction === 'asc' ? 'ascending' : 'descending';
}

export type ListCell<Row> = {
  /** Without it the column shows its value. */
  cell?: (row: Row) => ReactNode;
  /** CSS width of the column; columns without one share the rest. */
  width?: string;
  className?: string;
};

export type StaffListProps<L extends AnyList> = {
  rows: ListRows<L>;
  idOf: (row: RowOf<L>) => string | number;
  /** Names the row for screen readers: "Select NAME". */
  nameOf: (row: RowOf<L>) => string;
  /** Cells of the table. Columns without a cell show their value; without this, the list shows cards on a desk too. */
  cells?: { [K in keyof L['columns']]?: ListCell<RowOf<L>> };
  /** A column that says the same in every row of this page. */
  without?: keyof L['columns'] & string;
  /** The column that opens the row when it is pressed. */
  titleColumn?: keyof L['columns'] & string;
  card: (row: RowOf<L>) => ReactNode;
  rowPx?: { desk: number; phone: number };
  selection?: Selection<RowOf<L>> | undefined;
  /** On a phone the boxes can wait until someone wants to select. */
  isSelecting?: boolean;
  onOpen?: (row: RowOf<L>, index: number) => void;
  /** Makes the title a link, for rows that open their own page. */
  linkTo?: (row: RowOf<L>) => string;
  openId?: string | number | undefined;
  /** Moving the cursor opens the row: for lists that show it beside them. */
  opensOnMove?: boolean;
  /** Additional shortcuts for the row under the cursor. */
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
