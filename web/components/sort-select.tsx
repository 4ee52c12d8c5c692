import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Columns, Sort } from '#web/lib/list-sort.ts';
import { FilterSelect } from './filter-select.tsx';

type SortSelectProps<Row, Name extends string> = {
  columns: Columns<Row, Name>;
  sort: Sort<Name>;
  /** Another column, or the same the other way round. */
  onSort: (column: Name) => void;
  className?: string;
};

/** For lists without heads to press: what they are sorted by, and a button that turns the order over. */
export function SortSelect<Row, Name extends string>(props: SortSelectProps<Row, Name>) {
  const { columns, sort, onSort, className = '' } = props;
  const Arrow = sort.isDown ? ArrowDown : ArrowUp;
  const names = Object.keys(columns) as Name[];
  return (
    <div className={`flex ${className}`}>
      <FilterSelect
        label="Sort by"
        value={sort.column}
        options={Object.fromEntries(names.map((name) => [name, columns[name].label])) as Record<Name, string>}
        onChange={(column) => column && onSort(column)}
        className="min-w-0 flex-1 rounded-r-none"
      />
      <button
        type="button"
        aria-label={sort.isDown ? 'Descending. Turn over' : 'Ascending. Turn over'}
        onClick={() => onSort(sort.column)}
        className="-ml-px grid size-11 flex-none place-items-center rounded-ctl rounded-l-none border border-edge bg-surface text-ink-2 hover:text-ink desk:size-9"
      >
        <Arrow aria-hidden size={16} />
      </button>
    </div>
  );
}
