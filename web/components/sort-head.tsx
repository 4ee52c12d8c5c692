import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';

type SortHeadProps = {
  /** Undefined where the list is sorted by another column. */
  direction: 'ascending' | 'descending' | undefined;
  /** Left out for columns that cannot be sorted by. */
  onSort?: (() => void) | undefined;
  className?: string;
  children: ReactNode;
};

export function SortHead({ direction, onSort, className = '', children }: SortHeadProps) {
  if (!onSort) {
    return (
      <th scope="col" className={className}>
        {children}
      </th>
    );
  }
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={direction ?? 'none'} className={className}>
      <button
        type="button"
        onClick={onSort}
        className={`inline-flex min-h-[34px] items-center gap-1 hover:text-ink ${direction ? 'text-ink' : ''}`}
      >
        {children}
        {direction && <Arrow aria-hidden size={13} className="print:hidden" />}
      </button>
    </th>
  );
}

export function directionOf(sort: { key: string; direction: 'asc' | 'desc' }, column: string) {
  if (sort.key !== column) return undefined;
  return sort.direction === 'asc' ? 'ascending' : 'descending';
}
