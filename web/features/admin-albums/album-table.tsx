import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef, useState } from 'react';
import { FailedState } from '#web/components/failed-state.tsx';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import type { AdminAlbum, StaffEvent } from './admin-albums.types.ts';
import { AlbumLine } from './album-line.tsx';
import { AlbumRow } from './album-row.tsx';
import type { AlbumFilter } from './list-place.ts';
import { NoAlbums } from './no-albums.tsx';
import { useAlbumRows } from './use-album-rows.ts';

const ROW_PX = { desk: 40, phone: 84 } as const;
const HEAD_PX = 34;
const OVERSCAN = 12;
const SETTLE_MS = 90;

const HEADS = [
  ['Order', 'text-right'],
  ['Album', ''],
  ['Division', ''],
  ['Event', ''],
  ['Photos', 'text-right'],
  ['State', 'pl-5!'],
  ['Created', 'pr-4! text-right'],
] as const;

const WIDTHS = {
  desk: ['64px', '28%', 'auto', 'auto', '76px', '144px', '84px'],
  phone: ['76px', 'auto', 'auto', 'auto', 'auto', 'auto', '128px'],
} as const;

type AlbumTableProps = {
  filter: AlbumFilter;
  events: readonly StaffEvent[];
  expected: number | undefined;
  selectedId: number | undefined;
  isDesk: boolean;
  onSelect: (albumId: number | undefined, options?: { replace?: boolean }) => void;
};

/** Up to 37,500 rows, of which only those on screen exist. Mount it anew for another filter. */
export function AlbumTable({ filter, events, expected, selectedId, isDesk, onSelect }: AlbumTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [stretch, setStretch] = useState({ first: 0, last: 0 });
  const [cursor, setCursor] = useState(-1);
  const rows = useAlbumRows(filter, stretch, expected);
  // Someone who drags the scroll bar passes hundreds of pages: look where they are now and then, not at each step.
  const follow = (list: Virtualizer<HTMLDivElement, Element>) => {
    settling.current ??= setTimeout(() => {
      settling.current = undefined;
      const { range } = list;
      if (range) setStretch({ first: range.startIndex - OVERSCAN, last: range.endIndex + OVERSCAN });
    }, SETTLE_MS);
  };
  const virtualizer = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isDesk ? ROW_PX.desk : ROW_PX.phone),
    overscan: OVERSCAN,
    scrollPaddingStart: isDesk ? HEAD_PX : 0,
    useFlushSync: false,
    onChange: follow,
  });
  const move = (by: number) => {
    const next = Math.min(Math.max(cursor + by, 0), rows.count - 1);
    setCursor(next);
    virtualizer.scrollToIndex(next);
    const album = rows.rowAt(next);
    if (selectedId !== undefined && album) onSelect(album.id, { replace: true });
  };
  const step = (by: number) => (event: KeyboardEvent) => {
    event.preventDefault();
    move(by);
  };
  useHotkeys({
    j: step(1),
    k: step(-1),
    arrowdown: step(1),
    arrowup: step(-1),
    enter: ({ target }) => {
      const album = rows.rowAt(cursor);
      if (album && !(target instanceof Element && target.closest('a, button'))) onSelect(album.id);
    },
    escape: () => onSelect(undefined),
  });
  // Stable while scrolling, so that rows that stay are not drawn again.
  const open = useCallback(
    (album: AdminAlbum, index: number) => {
      setCursor(index);
      onSelect(album.id);
    },
    [onSelect],
  );
  const eventNames = new Map(events.map((event) => [event.id, event.name]));
  const Row = isDesk ? AlbumRow : AlbumLine;

  if (rows.error && rows.rowAt(0) === undefined)
    return <FailedState error={rows.error} onRetry={rows.retry} />;
  if (rows.count === 0) return <NoAlbums filter={filter} />;
  const shown = virtualizer.getVirtualItems();
  const above = shown[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <div ref={scroller} className="relative min-h-0 overflow-auto overscroll-contain">
      <table
        aria-label="Albums"
        aria-rowcount={rows.isExact ? rows.count + 1 : -1}
        className="w-full table-fixed border-separate border-spacing-0 text-left desk:min-w-[800px]"
      >
        <colgroup>
          {HEADS.map(([label], column) => (
            <col key={label} style={{ width: WIDTHS[isDesk ? 'desk' : 'phone'][column] }} />
          ))}
        </colgroup>
        <thead className="sticky top-0 z-2 text-12 text-ink-2 not-desk:sr-only">
          <tr
            aria-rowindex={1}
            className="*:h-[34px] *:border-line *:border-b *:bg-sunk *:px-1.5 *:font-semibold"
          >
            {HEADS.map(([label, look]) => (
              <th key={label} scope="col" className={look}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr aria-hidden>
            <td colSpan={HEADS.length} className="p-0" style={{ height: above }} />
          </tr>
          {shown.map(({ index }) => {
            const album = rows.rowAt(index);
            return (
              <Row
                key={index}
                index={index}
                album={album}
                eventName={album && (isDesk || !filter.eventId) ? eventNames.get(album.event) : undefined}
                isSelected={album !== undefined && album.id === selectedId}
                isCursor={index === cursor}
                onOpen={open}
              />
            );
          })}
          <tr aria-hidden>
            <td colSpan={HEADS.length} className="p-0" style={{ height: below }} />
          </tr>
        </tbody>
      </table>
    </div>
  );
}
