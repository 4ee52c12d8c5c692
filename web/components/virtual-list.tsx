import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useElementBox } from '#web/lib/use-element-box.ts';

const OVERSCAN = 8;

type ListProps<Row> = {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** About how high a row is; each is measured once it is seen. */
  rowPx: number;
  /** The row to bring into view. */
  revealed?: number | undefined;
  /** For a list that is read in pages: the last rows there are have come near. */
  onNearEnd?: (() => void) | undefined;
  rowClassName?: string;
  className?: string;
  children: (row: Row, index: number) => ReactNode;
};

/** Scrolls by itself, within the height it is given; only the rows near the screen exist. */
export function VirtualList<Row>(props: ListProps<Row>) {
  const { rows, keyOf, rowPx, revealed, className = '' } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: useKeys(rows, keyOf),
    overscan: OVERSCAN,
    useFlushSync: false,
  });
  useReveal(virtualizer, revealed);
  return (
    <div ref={scroller} className={`min-h-0 overflow-y-auto overscroll-contain ${className}`}>
      <Rows {...props} virtualizer={virtualizer} />
    </div>
  );
}

/** The same on a page that scrolls as a whole. */
export function VirtualPageList<Row>(props: ListProps<Row>) {
  const { rows, keyOf, rowPx, revealed, className = '' } = props;
  const { box, measure } = useElementBox();
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowPx,
    getItemKey: useKeys(rows, keyOf),
    overscan: OVERSCAN,
    scrollMargin: box.top,
    useFlushSync: false,
  });
  useReveal(virtualizer, revealed);
  return (
    <div ref={measure} className={className}>
      <Rows {...props} virtualizer={virtualizer} />
    </div>
  );
}

type RowsProps<Row, Scroller extends Element | Window> = ListProps<Row> & {
  virtualizer: Virtualizer<Scroller, Element>;
};

function Rows<Row, Scroller extends Element | Window>(props: RowsProps<Row, Scroller>) {
  const { label, rows, onNearEnd, rowClassName = '', children, virtualizer } = props;
  const { scrollMargin } = virtualizer.options;
  const lastIndex = virtualizer.getVirtualItems().at(-1)?.index ?? -1;
  useNearEnd(lastIndex >= rows.length - 1 ? rows.length : undefined, onNearEnd);
  return (
    <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - scrollMargin}px)` }}
            className={`absolute inset-x-0 top-0 ${rowClassName}`}
          >
            {children(row, index)}
          </li>
        );
      })}
    </ul>
  );
}

/** Told once for each length at which the end came near. */
function useNearEnd(reached: number | undefined, onNearEnd: (() => void) | undefined): void {
  const tell = useEffectEvent(() => onNearEnd?.());
  useEffect(() => {
    if (reached) tell();
  }, [reached]);
}

function useKeys<Row>(rows: readonly Row[], keyOf: (row: Row) => string | number) {
  return useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
    [rows, keyOf],
  );
}

function useReveal<Scroller extends Element | Window>(
  virtualizer: Virtualizer<Scroller, Element>,
  index: number | undefined,
): void {
  useEffect(() => {
    if (index !== undefined && index >= 0) virtualizer.scrollToIndex(index);
  }, [virtualizer, index]);
}
