import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { EmptyState } from '#web/components/empty-state.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { paths } from '#web/lib/paths.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import { useUserPlace } from './use-user-place.ts';
import { useUserRows } from './use-user-rows.ts';
import { COLUMNS, DeskRow, PhoneRow } from './user-row.tsx';
import { addUsers, type ChosenUsers, NOBODY, toggleUser } from './user-selection.ts';
import { UserTableHead } from './user-table-head.tsx';

const ROW_PX = { desk: 40, phone: 72 } as const;
const HEAD_PX = 34;
const OVERSCAN = 12;
const SETTLE_MS = 90;

type UserTableProps = { chosen: ChosenUsers; onChoose: (chosen: ChosenUsers) => void };

/** Only the rows on screen exist, and only their pages are asked for. */
export function UserTable({ chosen, onChoose }: UserTableProps) {
  const { place } = useUserPlace();
  const isDesk = useIsDesk();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [cursor, setCursor] = useState(-1);
  const [stretch, setStretch] = useState({ first: 0, last: 0 });
  const rows = useUserRows(place, stretch.first, stretch.last);
  const total = rows.count ?? 0;
  // Someone who drags the scroll bar passes hundreds of pages: look where they are now and then.
  const follow = (list: Virtualizer<HTMLDivElement, Element>) => {
    settling.current ??= setTimeout(() => {
      settling.current = undefined;
      const { range } = list;
      if (range) setStretch({ first: range.startIndex - OVERSCAN, last: range.endIndex + OVERSCAN });
    }, SETTLE_MS);
  };
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isDesk ? ROW_PX.desk : ROW_PX.phone),
    overscan: OVERSCAN,
    scrollPaddingStart: isDesk ? HEAD_PX : 0,
    useFlushSync: false,
    onChange: follow,
  });
  const choose = (index: number, isStretching: boolean) => {
    const user = rows.rowAt(index);
    if (!user) return;
    if (isStretching && cursor >= 0) {
      const [from, to] = [Math.min(cursor, index), Math.max(cursor, index)];
      const between = Array.from({ length: to - from + 1 }, (_, place) => rows.rowAt(from + place) ?? []);
      onChoose(addUsers(chosen, between.flat()));
    } else onChoose(toggleUser(chosen, user));
    setCursor(index);
  };
  const step = (by: number) => (event: KeyboardEvent) => {
    event.preventDefault();
    const next = Math.min(Math.max(cursor + by, 0), total - 1);
    if (event.shiftKey) choose(next, true);
    else setCursor(next);
    virtualizer.scrollToIndex(next);
  };
  useHotkeys({
    j: step(1),
    k: step(-1),
    arrowdown: step(1),
    arrowup: step(-1),
    x: () => choose(cursor, false),
    escape: () => onChoose(NOBODY),
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
    <div ref={scroller} className="relative min-h-0 overflow-auto overscroll-contain pb-16">
      <table
        aria-label="Users"
        aria-rowcount={total + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-left desk:min-w-[760px]"
      >
        <UserTableHead isDesk={isDesk} />
        <tbody>
          <Spacer height={shown[0]?.start ?? 0} />
          {shown.map(({ index }) => {
            const user = rows.rowAt(index);
            return (
              <Row
                key={index}
                index={index}
                user={user}
                isCursor={index === cursor}
                isChosen={user !== undefined && chosen.has(user.id)}
                onChoose={choose}
              />
            );
          })}
          <Spacer height={virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  );
}

function Spacer({ height }: { height: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={COLUMNS} className="p-0" style={{ height }} />
    </tr>
  );
}
