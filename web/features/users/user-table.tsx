import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import type { UserSort, UserSummary } from '#contract/endpoints/user-administration.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { formatDate } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import { ROLE_WORDS } from './role-words.ts';
import { useUserPlace } from './use-user-place.ts';
import { PAGE_SIZE, type UserListPlace, userCountQuery, userPageQuery } from './users.query.ts';

const ROW_PX = { desk: 40, phone: 72 } as const;
const OVERSCAN = 12;

const HEADS: { label: string; sort?: [UserSort, UserSort]; look?: string }[] = [
  { label: 'Name', sort: ['name', 'name'], look: 'w-[26%]' },
  { label: 'E-mail', sort: ['email', 'email'], look: 'w-[34%]' },
  { label: 'Phone' },
  { label: 'Role' },
  { label: 'Joined', sort: ['newest', 'oldest'], look: 'text-right pr-5!' },
];

function useUserRows(place: UserListPlace, first: number, last: number) {
  const count = useQuery(userCountQuery(place));
  const firstPage = Math.max(0, Math.floor(first / PAGE_SIZE));
  const lastPage = Math.max(firstPage, Math.floor(last / PAGE_SIZE));
  const pages = Array.from({ length: lastPage - firstPage + 1 }, (_, index) => firstPage + index);
  const answers = useQueries({ queries: pages.map((page) => userPageQuery(place, page)) });
  const failed = answers.find(({ error, data }) => error && !data) ?? (count.error ? count : undefined);
  return {
    count: count.data,
    rowAt: (index: number): UserSummary | undefined =>
      answers[Math.floor(index / PAGE_SIZE) - firstPage]?.data?.[index % PAGE_SIZE],
    error: failed?.error,
    retry: () => void failed?.refetch(),
  };
}

/** Only the rows on screen exist, and only their pages are asked for. */
export function UserTable() {
  const { place, go } = useUserPlace();
  const isDesk = useIsDesk();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState(-1);
  const [stretch, setStretch] = useState({ first: 0, last: 0 });
  const rows = useUserRows(place, stretch.first, stretch.last);
  const total = rows.count ?? 0;
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isDesk ? ROW_PX.desk : ROW_PX.phone),
    overscan: OVERSCAN,
    useFlushSync: false,
    onChange: ({ range }) => {
      if (range) setStretch({ first: range.startIndex - OVERSCAN, last: range.endIndex + OVERSCAN });
    },
  });
  const step = (by: number) => (event: KeyboardEvent) => {
    event.preventDefault();
    const next = Math.min(Math.max(cursor + by, 0), total - 1);
    setCursor(next);
    virtualizer.scrollToIndex(next);
  };
  useHotkeys({
    j: step(1),
    k: step(-1),
    arrowdown: step(1),
    arrowup: step(-1),
    enter: ({ target }) => {
      const user = rows.rowAt(cursor);
      if (user && !(target instanceof Element && target.closest('a, button'))) {
        void navigate({ to: paths.adminUser(user.id) });
      }
    },
  });
  if (rows.error) return <FailedState error={rows.error} onRetry={rows.retry} />;
  if (rows.count === 0) {
    return (
      <div className="p-4 desk:p-6">
        <EmptyState title="Nobody found" sentence="No user has this in their name or e-mail address." />
      </div>
    );
  }
  const shown = virtualizer.getVirtualItems();
  const Row = isDesk ? DeskRow : PhoneRow;
  return (
    <div ref={scroller} className="relative min-h-0 overflow-auto overscroll-contain">
      <table
        aria-label="Users"
        aria-rowcount={total + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-left desk:min-w-[760px]"
      >
        <thead className="sticky top-0 z-2 text-12 text-ink-2 not-desk:sr-only">
          <tr className="*:h-[34px] *:border-line *:border-b *:bg-sunk *:px-5 *:font-semibold">
            {HEADS.map(({ label, sort, look = '' }) => (
              <th key={label} scope="col" aria-sort={ariaSort(place.sort, sort)} className={look}>
                {sort ? (
                  <button
                    type="button"
                    className="min-h-[34px] hover:text-ink"
                    onClick={() => go({ sort: place.sort === sort[0] ? sort[1] : sort[0] })}
                  >
                    {label}
                    {sort.includes(place.sort) && (place.sort === 'newest' ? ' ↓' : ' ↑')}
                  </button>
                ) : (
                  label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={shown[0]?.start ?? 0} />
          {shown.map(({ index }) => (
            <Row key={index} index={index} user={rows.rowAt(index)} isCursor={index === cursor} />
          ))}
          <Spacer height={virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  );
}

function ariaSort(current: UserSort, sort: [UserSort, UserSort] | undefined) {
  if (!sort?.includes(current)) return undefined;
  return current === 'newest' ? 'descending' : 'ascending';
}

function Spacer({ height }: { height: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={HEADS.length} className="p-0" style={{ height }} />
    </tr>
  );
}

type RowProps = { index: number; user: UserSummary | undefined; isCursor: boolean };

const rowLook = (isCursor: boolean) =>
  isCursor ? 'bg-sunk shadow-[inset_3px_0_0_var(--edge)]' : 'hover:bg-sunk';

function NameLink({ user }: { user: UserSummary | undefined }) {
  if (!user) {
    return (
      <span className="block h-3 w-40 rounded-tile bg-line">
        <span className="sr-only">Loading</span>
      </span>
    );
  }
  return (
    <Link
      to={paths.adminUser(user.id)}
      className="font-[650] text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
    >
      {user.name}
    </Link>
  );
}

function DeskRow({ index, user, isCursor }: RowProps) {
  return (
    <tr
      aria-rowindex={index + 2}
      className={`relative text-13 text-ink-2 *:h-10 *:truncate *:border-line *:border-b *:px-5 *:py-0 ${rowLook(isCursor)}`}
    >
      <td>
        <NameLink user={user} />
      </td>
      <td>{user?.email}</td>
      <td className="tabular-nums">{user?.phone_number}</td>
      <td>{user && ROLE_WORDS[user.type]}</td>
      <td className="pr-5! text-right tabular-nums">{user && formatDate(user.created_at)}</td>
    </tr>
  );
}

function PhoneRow({ index, user, isCursor }: RowProps) {
  return (
    <tr aria-rowindex={index + 2} className={`relative text-13 ${rowLook(isCursor)}`}>
      <td colSpan={HEADS.length} className="h-[72px] border-line border-b px-4 py-0">
        <span className="grid min-w-0 gap-0.5 *:truncate">
          <span className="text-15">
            <NameLink user={user} />
          </span>
          <span className="text-ink-2">
            {user?.email}
            {user && user.type !== 'authenticated' && `, ${ROLE_WORDS[user.type]}`}
          </span>
        </span>
      </td>
    </tr>
  );
}
