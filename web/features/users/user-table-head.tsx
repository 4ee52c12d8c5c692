import { SortHead } from '#web/components/sort-head.tsx';
import { useUserPlace } from './use-user-place.ts';
import { COLUMN_SORTS, directionOf, nextSort } from './user-sort.ts';

const HEADS = [
  { label: 'Name', sort: COLUMN_SORTS.name, look: '' },
  { label: 'E-mail', sort: COLUMN_SORTS.email, look: '' },
  { label: 'Phone', sort: undefined, look: '' },
  { label: 'Role', sort: COLUMN_SORTS.role, look: '' },
  { label: 'Joined', sort: COLUMN_SORTS.joined, look: 'text-right pr-5!' },
] as const;

const WIDTHS = {
  desk: ['52px', '26%', '34%', 'auto', '110px', '120px'],
  phone: ['52px', 'auto', 'auto', 'auto', 'auto', 'auto'],
} as const;

/** On a phone there are no columns to name; the heads are read, not seen. */
export function UserTableHead({ isDesk }: { isDesk: boolean }) {
  const { place, go } = useUserPlace();
  return (
    <>
      <colgroup>
        {['Chosen', ...HEADS.map(({ label }) => label)].map((label, column) => (
          <col key={label} style={{ width: WIDTHS[isDesk ? 'desk' : 'phone'][column] }} />
        ))}
      </colgroup>
      <thead className="sticky top-0 z-2 text-12 text-ink-2 not-desk:sr-only">
        <tr
          aria-rowindex={1}
          className="*:h-[34px] *:border-line *:border-b *:bg-sunk *:px-3 *:font-semibold"
        >
          <th scope="col">
            <span className="sr-only">Chosen</span>
          </th>
          {HEADS.map(({ label, sort, look }) => (
            <SortHead
              key={label}
              direction={sort && directionOf(place.sort, sort)}
              onSort={sort && (() => go({ sort: nextSort(place.sort, sort) }))}
              className={look}
            >
              {label}
            </SortHead>
          ))}
        </tr>
      </thead>
    </>
  );
}
