import type { ReactNode } from 'react';
import { FloatingToolbar, OverPage, OverPane, TOOLBAR_ACTION } from '#web/components/floating-toolbar.tsx';
import { countOf, formatCount } from '#web/lib/count-words.ts';
import type { ListRows } from '#web/lib/lists/list-rows.ts';
import type { Selection } from '#web/lib/lists/use-selection.ts';

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
