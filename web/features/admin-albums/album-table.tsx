import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { FailedState } from '#web/components/failed-state.tsx';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import type { AdminAlbum, StaffEvent } from './admin-albums.types.ts';
import { AlbumLine } from './album-line.tsx';
import { AlbumRow, COLUMNS } from './album-row.tsx';
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
  ['State', ''],
  ['Created', 'text-right'],
] as const;

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
  // Someone who drags the scroll bar passes hundreds of pages: ask only where they stay a moment.
  const follow = ({ range }: Virtualizer<HTMLDivElement, Element>) => {
    if (!range) return;
    const next = { first: range.startIndex - OVERSCAN, last: range.endIndex + OVERSCAN };
    clearTimeout(settling.current);
    settling.current = setTimeout(() => setStretch(next), SETTLE_MS);
  };
  const virtualizer = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isDesk ? ROW_PX.desk : ROW_PX.phone),
    overscan: OVERSCAN,
    scrollPaddingStart: isDesk ? HEAD_PX : 0,
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
    ArrowDown: step(1),
    ArrowUp: step(-1),
    Enter: ({ target }) => {
      const album = rows.rowAt(cursor);
      if (album && !(target instanceof Element && target.closest('a, button'))) onSelect(album.id);
    },
    Escape: () => onSelect(undefined),
  });
  const open = (album: AdminAlbum, index: number) => {
    setCursor(index);
    onSelect(album.id);
  };
  const eventNames = new Map(events.map((event) => [event.id, `${event.brand_name} ${event.name}`.trim()]));
  const Row = isDesk ? AlbumRow : AlbumLine;

  if (rows.error && rows.rowAt(0) === undefined) return <FailedState error={rows.error} onRetry={rows.retry} />;
  if (rows.count === 0) return <NoAlbums filter={filter} />;
  return (
    <div ref={scroller} className="min-h-0 overflow-auto overscroll-contain">
      <div role="table" aria-label="Albums" aria-rowcount={rows.isExact ? rows.count + 1 : -1} className="desk:min-w-[800px]">
        <div role="rowgroup" className="sticky top-0 z-2 not-desk:sr-only">
          <div
            role="row"
            aria-rowindex={1}
            tabIndex={-1}
            className={`h-[34px] border-line border-b bg-sunk text-12 font-semibold text-ink-2 ${COLUMNS}`}
          >
            {HEADS.map(([label, align]) => (
              <span key={label} role="columnheader" tabIndex={-1} className={align}>
                {label}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const album = rows.rowAt(index);
            return (
              <Row
                key={index}
                index={index}
                album={album}
                eventName={album && eventNames.get(album.event)}
                top={start}
                isSelected={album !== undefined && album.id === selectedId}
                isCursor={index === cursor}
                onOpen={open}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
