import { directionOf, SortHead } from '#web/components/sort-head.tsx';
import type { Sort } from '#web/lib/list-sort.ts';

type ReportHeadsProps<Name extends string> = {
  labels: Readonly<Record<Name, { label: string }>>;
  sort: Sort<Name>;
  sortBy: (column: Name) => void;
  lookOf: (column: Name) => string;
};

/** Stay in sight while the rows of a report's table scroll. */
export function ReportHeads<Name extends string>({ labels, sort, sortBy, lookOf }: ReportHeadsProps<Name>) {
  return (
    <thead className="sticky top-0 z-1 text-13 text-ink-2">
      <tr aria-rowindex={1} className="*:bg-surface *:pb-1 *:font-semibold">
        {(Object.keys(labels) as Name[]).map((column) => (
          <SortHead
            key={column}
            direction={directionOf(sort, column)}
            onSort={() => sortBy(column)}
            className={`*:min-h-11 desk:*:min-h-[34px] ${lookOf(column)}`}
          >
            {labels[column].label}
          </SortHead>
        ))}
      </tr>
    </thead>
  );
}
