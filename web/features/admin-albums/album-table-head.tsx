import type { AlbumSort, AlbumSortKey } from '#contract/entities/admin-album.ts';
import { SortHead } from '#web/components/sort-head.tsx';
import { formatCount } from '#web/lib/count-words.ts';
import { isDownwards, nextSort, sortKeyOf } from './album-sorts.ts';

type Head = { label: string; sort?: AlbumSortKey; look: string; desk: string; phone: string };

const HEADS: readonly Head[] = [
  { label: 'Order', sort: 'performance_order', look: 'text-right', desk: '72px', phone: '60px' },
  { label: 'Album', sort: 'name', look: '', desk: '28%', phone: 'auto' },
  { label: 'Division', look: '', desk: 'auto', phone: 'auto' },
  { label: 'Event', sort: 'event', look: '', desk: 'auto', phone: 'auto' },
  { label: 'Photos', sort: 'images_count', look: 'text-right', desk: '84px', phone: 'auto' },
  { label: 'State', sort: 'published_at', look: 'pl-5!', desk: '144px', phone: 'auto' },
  { label: 'Created', sort: 'created_at', look: 'pr-4! text-right', desk: '92px', phone: '128px' },
];

export const COLUMNS = HEADS.length + 1;

export function AlbumColumns({ isDesk }: { isDesk: boolean }) {
  return (
    <colgroup>
      <col style={{ width: isDesk ? '44px' : '16px' }} />
      {HEADS.map(({ label, desk, phone }) => (
        <col key={label} style={{ width: isDesk ? desk : phone }} />
      ))}
    </colgroup>
  );
}

function directionOf(sort: AlbumSort, key: AlbumSortKey) {
  if (sortKeyOf(sort) !== key) return undefined;
  return isDownwards(sort) ? 'descending' : 'ascending';
}

type AlbumTableHeadProps = {
  sort: AlbumSort;
  total: number;
  chosen: number;
  onSort: (sort: AlbumSort) => void;
  onChooseAll: () => void;
  onClear: () => void;
};

export function AlbumTableHead({ sort, total, chosen, onSort, onChooseAll, onClear }: AlbumTableHeadProps) {
  const isAll = total > 0 && chosen === total;
  return (
    <thead className="sticky top-0 z-3 text-12 text-ink-2 not-desk:sr-only">
      <tr
        aria-rowindex={1}
        className="*:h-[34px] *:border-line *:border-b *:bg-sunk *:px-1.5 *:font-semibold"
      >
        <th scope="col" className="p-0!">
          <span className="grid place-items-center pl-2">
            <input
              type="checkbox"
              aria-label={`Select all ${formatCount(total)} albums of this filter`}
              checked={isAll}
              ref={(box) => {
                if (box) box.indeterminate = chosen > 0 && !isAll;
              }}
              onChange={chosen > 0 ? onClear : onChooseAll}
              className="size-4 accent-ink"
            />
          </span>
        </th>
        {HEADS.map(({ label, sort: key, look }) => (
          <SortHead
            key={label}
            direction={key && directionOf(sort, key)}
            onSort={key && (() => onSort(nextSort(sort, key)))}
            className={look}
          >
            {label}
          </SortHead>
        ))}
      </tr>
    </thead>
  );
}
