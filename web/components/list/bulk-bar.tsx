import { type LucideIcon, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { countOf, formatCount } from '#web/lib/formats.ts';
import type { Selection } from '#web/lib/lists/use-selection.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';

type BulkBarProps<Row> = {
  noun: string;
  selection: Selection<Row>;
  isPane?: boolean;
  children: ReactNode;
};

/** Floats over the list while rows are selected. */
export function BulkBar<Row>({ noun, selection, isPane = false, children }: BulkBarProps<Row>) {
  const { count, total, max, canSelectMatching, isEverything, selectAll, clear } = selection;
  if (count === 0) return null;
  const Place = isPane ? OverPane : OverPage;
  return (
    <Place>
      <div
        role="toolbar"
        aria-label={`Selected ${noun}s`}
        // Leaves room for the line of keyboard hints below the list.
        className={`${FLOATING_PILL} ${isPane ? 'desk:bottom-12' : ''}`}
      >
        <span className="flex-none pr-1 tabular-nums" aria-live="polite">
          {countOf(count, noun)} selected
        </span>
        <span className="flex min-w-0 overflow-x-auto [scrollbar-width:none]">
          {!isEverything && (canSelectMatching || count < max) && (
            <BulkAction onClick={() => void selectAll()} className="underline underline-offset-3">
              Select all {formatCount(total)}
            </BulkAction>
          )}
          {children}
        </span>
        <button
          type="button"
          aria-label="Clear selection"
          onClick={clear}
          className="grid size-11 flex-none place-items-center rounded-full bg-bg/20 desk:size-9"
        >
          <X size={17} />
        </button>
      </div>
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

type BulkActionProps = ComponentProps<'button'> & { icon?: LucideIcon };

export function BulkAction({ icon: Icon, className = '', children, ...button }: BulkActionProps) {
  return (
    <button
      type="button"
      {...button}
      className={`inline-flex h-11 flex-none items-center gap-2 rounded-full px-3 whitespace-nowrap hover:bg-bg/15 disabled:opacity-50 desk:h-9 ${className}`}
    >
      {Icon && <Icon size={17} />}
      {children}
    </button>
  );
}

/** Keeps the toolbar at the bottom of the screen when the page scrolls instead of the list. */
export function OverPage({ children }: { children: ReactNode }) {
  return <div className="sticky bottom-(--tab-bar-height) z-5 h-0 desk:bottom-0">{children}</div>;
}

/** On a desk the list is a pane that scrolls within the page; on a phone the page itself scrolls. */
export function OverPane({ children }: { children: ReactNode }) {
  return useIsDesk() ? children : <OverPage>{children}</OverPage>;
}
