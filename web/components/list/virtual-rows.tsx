import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { useElementBox } from '#web/lib/use-element-box.ts';

const OVERSCAN = 8;
/** Dragging the scroll bar passes hundreds of pages, so the position is read only every so often. */
const SETTLE_MS = 90;

type ShownRow = { index: number; measure: (element: Element | null) => void };
export type RowWindow = {
  shown: readonly ShownRow[];
  above: number;
  below: number;
};

type VirtualRowsProps = {
  count: number;
  /** About how high a row is; each row is measured once it is drawn. */
  rowPx: number;
  /** A pane scrolls within its own height; otherwise the page scrolls. */
  isPane: boolean;
  /** A pane without controls in its rows can be scrolled by keyboard only if it takes the focus itself. */
  isFocusable?: boolean;
  revealed?: number;
  /** A pane scrolls back to its top when this changes. */
  order?: string;
  headPx?: number;
  className?: string;
  onShow?: (first: number, last: number) => void;
  children: (rows: RowWindow) => ReactNode;
};

export function VirtualRows(props: VirtualRowsProps) {
  return props.isPane ? <PaneRows {...props} /> : <PageRows {...props} />;
}

function PaneRows(props: VirtualRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    ...useRowOptions(props),
    getScrollElement: () => scroller.current,
    scrollPaddingStart: props.headPx ?? 0,
  });
  useEffect(() => {
    if (props.order && scroller.current) scroller.current.scrollTop = 0;
  }, [props.order]);
  useReveal(virtualizer, props.revealed);
  return (
    <div
      ref={scroller}
      tabIndex={props.isFocusable ? 0 : undefined}
      className={`relative min-h-0 overflow-auto overscroll-contain ${props.className ?? ''}`}
    >
      {props.children(windowOf(virtualizer, 0))}
    </div>
  );
}

function PageRows(props: VirtualRowsProps) {
  const { box, measure } = useElementBox();
  const virtualizer = useWindowVirtualizer({ ...useRowOptions(props), scrollMargin: box.top });
  useReveal(virtualizer, props.revealed);
  return (
    <div ref={measure} className={props.className}>
      {props.children(windowOf(virtualizer, box.top))}
    </div>
  );
}

function useRowOptions({ count, rowPx, onShow }: VirtualRowsProps) {
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  return {
    count,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    useFlushSync: false,
    onChange: (list: { range: { startIndex: number; endIndex: number } | null }) => {
      settling.current ??= setTimeout(() => {
        settling.current = undefined;
        if (list.range)
          onShow?.(Math.max(0, list.range.startIndex - OVERSCAN), list.range.endIndex + OVERSCAN);
      }, SETTLE_MS);
    },
  };
}

function windowOf<Scroller extends Element | Window>(
  virtualizer: Virtualizer<Scroller, Element>,
  margin: number,
): RowWindow {
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  return {
    shown: items.map(({ index }) => ({ index, measure: virtualizer.measureElement })),
    above: first ? first.start - margin : 0,
    // A pane gets its height from its rows, so the room for all of them is there before the first is drawn.
    below: virtualizer.getTotalSize() - (last ? last.end - margin : 0),
  };
}

function useReveal<Scroller extends Element | Window>(
  virtualizer: Virtualizer<Scroller, Element>,
  index = -1,
): void {
  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index);
  }, [virtualizer, index]);
}
