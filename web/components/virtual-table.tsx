import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';

const OVERSCAN = 10;
/** So many rows before the last, more are asked for. */
const AHEAD = 40;

/** Belongs on the `tr` of a row. */
export type RowFrame = Pick<ComponentProps<'tr'>, 'ref'> & { 'data-index': number; 'aria-rowindex': number };

type VirtualTableProps<Row> = {
  label: string;
  /** Columns and heads. */
  head: ReactNode;
  columns: number;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** About how high a row is; each is measured once it is seen. */
  rowPx: number;
  /** How many rows there are in all, where not all are here yet. */
  total?: number | undefined;
  /** The row to bring into view. */
  revealed?: number | undefined;
  onNearEnd?: () => void;
  /** Below the last row. */
  foot?: ReactNode;
  className?: string;
  tableClassName?: string;
  children: (row: Row, frame: RowFrame) => ReactNode;
};

/** A table that scrolls within its own height; only the rows near the screen exist. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, head, columns, rows, keyOf, rowPx, total = rows.length, onNearEnd, foot, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const follow = ({ range }: Virtualizer<HTMLDivElement, Element>) => {
    if (range && range.endIndex >= rows.length - AHEAD) onNearEnd?.();
  };
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
    overscan: OVERSCAN,
    useFlushSync: false,
    onChange: follow,
  });
  const { revealed } = props;
  useEffect(() => {
    if (revealed !== undefined && revealed >= 0) virtualizer.scrollToIndex(revealed);
  }, [virtualizer, revealed]);
  const shown = virtualizer.getVirtualItems();
  return (
    <div ref={scroller} className={`min-h-0 overflow-y-auto overscroll-contain ${props.className ?? ''}`}>
      <table aria-label={label} aria-rowcount={total + 1} className={`w-full ${props.tableClassName ?? ''}`}>
        {head}
        <tbody>
          <Spacer columns={columns} height={shown[0]?.start ?? 0} />
          {shown.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const frame = {
              ref: virtualizer.measureElement,
              'data-index': index,
              'aria-rowindex': index + 2,
            };
            return children(row, frame);
          })}
          <Spacer columns={columns} height={virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
      {foot}
    </div>
  );
}

function Spacer({ columns, height }: { columns: number; height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} className="p-0" style={{ height }} />
    </tr>
  );
}
