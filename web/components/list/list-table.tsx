import type { AnyList, ListColumn, RowOf, SortKey } from '#contract/lists/list.ts';
import { directionOf, SortHead } from '#web/components/sort-head.tsx';
import { listLabel } from '#web/lib/lists/list-label.ts';
import { RowOpener, type RowsProps, rowLook, SelectBox } from './list-row.tsx';
import type { ListCell } from './staff-list.types.ts';

type Column<Row> = [key: string, column: ListColumn<Row>];

export function ListTable<L extends AnyList>(props: RowsProps<L>) {
  const { state, rows, cells = {}, selection, shown, above, below, minWidth = '760px' } = props;
  type Row = RowOf<L>;
  const columns = Object.entries(state.list.columns as Record<string, ListColumn<Row>>).filter(
    ([key, { isHidden }]) => !isHidden && key !== props.without,
  );
  const cellOf = (key: string) => (cells as Record<string, ListCell<Row> | undefined>)[key];
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
              {columns.map(([key, { value }], place) => (
                <td key={key} className={cellOf(key)?.className}>
                  {row && key === props.titleColumn ? (
                    <RowOpener
                      {...props}
                      row={row}
                      index={index}
                      className="max-w-full truncate align-middle"
                    >
                      {cellOf(key)?.cell(row) ?? value?.(row)}
                    </RowOpener>
                  ) : row ? (
                    (cellOf(key)?.cell(row) ?? value?.(row))
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
  state,
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
                className="size-4 accent-ink"
              />
            </label>
          </th>
        )}
        {columns.map(([key, { label, sort }]) => (
          <SortHead
            key={key}
            direction={directionOf(state.sort, key)}
            onSort={sort && (() => state.sortBy(key as SortKey<L>))}
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
