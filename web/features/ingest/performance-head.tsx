import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Sort } from '#web/lib/list-sort.ts';
import { COLUMNS, type Column } from './performances.ts';

/** Of the head and of every row, on a desk. */
export const PERFORMANCE_GRID =
  'desk:grid-cols-[56px_minmax(0,1.5fr)_minmax(0,1fr)_104px_92px_64px_132px] desk:gap-x-3';

const RIGHT: ReadonlySet<Column> = new Set(['order', 'photos']);

type PerformanceHeadProps = { sort: Sort<Column>; onSort: (column: Column) => void };

export function PerformanceHead({ sort, onSort }: PerformanceHeadProps) {
  const Arrow = sort.isDown ? ArrowDown : ArrowUp;
  return (
    <fieldset
      className={`grid ${PERFORMANCE_GRID} border-line border-b bg-sunk px-2 text-12 font-semibold text-ink-2 not-desk:hidden`}
    >
      <legend className="sr-only">Sort by</legend>
      {(Object.keys(COLUMNS) as Column[]).map((column) => (
        <button
          key={column}
          type="button"
          aria-pressed={column === sort.column}
          onClick={() => onSort(column)}
          className={`inline-flex h-[34px] min-w-0 items-center gap-1 hover:text-ink aria-pressed:text-ink ${RIGHT.has(column) ? 'justify-end' : ''}`}
        >
          {COLUMNS[column].label}
          {column === sort.column && (
            <>
              <Arrow aria-hidden size={13} />
              <span className="sr-only">{sort.isDown ? 'descending' : 'ascending'}</span>
            </>
          )}
        </button>
      ))}
      <span className="self-center pl-2">State</span>
    </fieldset>
  );
}
