import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { countOf, formatCount } from '#web/lib/formats.ts';
import type { ListRows } from '#web/lib/lists/use-local-rows.ts';
import type { Selection } from '#web/lib/lists/use-selection.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';

type BulkBarProps<Row> = {
  noun: string;
  selection: Selection<Row>;
  rows: Pick<ListRows<Row>, 'count'>;
  isPane?: boolean;
  /** The buttons, each with the class TOOLBAR_ACTION. */
  children: ReactNode;
};

/** Floats over the list while rows are selected. */
export function BulkBar<Row>({ noun, selection, rows, isPane = false, children }: BulkBarProps<Row>) {
  const { count, max, canSelectMatching, isEverything, selectAll, clear } = selection;
  const total = rows.count ?? 0;
  if (count === 0) return null;
  const Place = isPane ? OverPane : OverPage;
  return (
    <Place>
      <FloatingToolbar
        label={`Selected ${noun}s`}
        chosen={`${countOf(count, noun)} selected`}
        clearLabel="Clear selection"
        onClear={clear}
        isRaised={isPane}
      >
        {!isEverything && (canSelectMatching || count < max) && (
          <button
            type="button"
            onClick={() => void selectAll()}
            className={`${TOOLBAR_ACTION} underline underline-offset-3`}
          >
            Select all {formatCount(total)}
          </button>
        )}
        {children}
      </FloatingToolbar>
    </Place>
  );
}

/** On a phone, a tap on a row of a queue opens it until "Select" is pressed; a desk always shows the checkboxes. */
export function useQueueSelecting<Row>(selection: Selection<Row>, open: (row: Row) => void) {
  const isDesk = useIsDesk();
  const [isSelecting, setIsSelecting] = useState(false);
  const toggle = () => {
    selection.clear();
    setIsSelecting(!isSelecting);
  };
  return {
    selectButton: isDesk ? null : (
      <Button kind="line" size="small" onClick={toggle}>
        {isSelecting ? 'Done' : 'Select'}
      </Button>
    ),
    queueProps: {
      isSelecting: isDesk || isSelecting,
      opensOnMove: true,
      onOpen: (row: Row, index: number) => {
        if (isSelecting && !isDesk) selection.toggle(row, index);
        else open(row);
      },
      isPane: isDesk,
      className: 'flex-1',
    },
  };
}

export const FLOATING_PILL =
  'absolute bottom-4 left-1/2 z-5 flex w-max max-w-[calc(100%-24px)] -translate-x-1/2 items-center gap-1 rounded-full bg-ink py-1.5 pr-1.5 pl-4 text-14 font-semibold text-bg shadow-3';
export const TOOLBAR_ACTION =
  'inline-flex h-11 flex-none items-center gap-2 rounded-full px-3 whitespace-nowrap hover:bg-bg/15 desk:h-9';

type FloatingToolbarProps = {
  label: string;
  chosen: ReactNode;
  clearLabel: string;
  onClear: () => void;
  /** Leaves room for the line of keyboard hints below the list. */
  isRaised?: boolean;
  children: ReactNode;
};

function FloatingToolbar(props: FloatingToolbarProps) {
  const { label, chosen, clearLabel, onClear, isRaised = false, children } = props;
  return (
    <div role="toolbar" aria-label={label} className={`${FLOATING_PILL} ${isRaised ? 'desk:bottom-12' : ''}`}>
      <span className="flex-none pr-1 tabular-nums" aria-live="polite">
        {chosen}
      </span>
      <span className="flex min-w-0 overflow-x-auto [scrollbar-width:none]">{children}</span>
      <button
        type="button"
        aria-label={clearLabel}
        onClick={onClear}
        className="grid size-11 flex-none place-items-center rounded-full bg-bg/20 desk:size-9"
      >
        <X aria-hidden size={17} />
      </button>
    </div>
  );
}

/** Keeps the toolbar at the bottom of the screen when the page scrolls instead of the list. */
export function OverPage({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <div className={`sticky bottom-(--tab-bar-height) z-5 h-0 desk:bottom-0 ${className}`}>{children}</div>
  );
}

/** On a desk the list is a pane that scrolls within the page; on a phone the page itself scrolls. */
export function OverPane({ children }: { children: ReactNode }) {
  return useIsDesk() ? children : <OverPage>{children}</OverPage>;
}
