import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef, useState } from 'react';
import type { AlbumSort } from '#contract/entities/admin-album.ts';
import { FailedState } from '#web/components/failed-state.tsx';
import type { AdminAlbum, StaffEvent } from './admin-albums.types.ts';
import { AlbumLine } from './album-line.tsx';
import { AlbumRow } from './album-row.tsx';
import { countChosen, isChosen } from './album-selection.ts';
import { AlbumColumns, AlbumTableHead, COLUMNS } from './album-table-head.tsx';
import type { AlbumListing } from './list-place.ts';
import { NoAlbums } from './no-albums.tsx';
import { useAlbumRows } from './use-album-rows.ts';
import type { ChosenAlbums } from './use-album-selection.ts';
import { useRowCursor } from './use-row-cursor.ts';

const ROW_PX = { desk: 40, phone: 84 } as const;
const HEAD_PX = 34;
/** Room under the last row for the bar that floats while albums are selected. */
const BAR_PX = 76;
const OVERSCAN = 6;
const SETTLE_MS = 90;

type AlbumTableProps = {
  listing: AlbumListing;
  events: readonly StaffEvent[];
  expected: number | undefined;
  openId: number | undefined;
  isDesk: boolean;
  chosen: ChosenAlbums;
  isChoosing: boolean;
  onOpen: (albumId: number | undefined, options?: { replace?: boolean }) => void;
  onSort: (sort: AlbumSort) => void;
  onPublish: (album: AdminAlbum) => void;
};

/** Up to 37,500 rows, of which only those on screen exist. Mount it anew for another filter. */
export function AlbumTable(props: AlbumTableProps) {
  const { listing, events, expected, openId, isDesk, chosen, isChoosing, onOpen, onSort, onPublish } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const anchor = useRef(-1);
  const [stretch, setStretch] = useState({ first: 0, last: 0 });
  const rows = useAlbumRows(listing, stretch, expected);
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
  const { toggleAlbum, reachRow } = chosen;
  const { cursor, setCursor } = useRowCursor({
    count: rows.count,
    rowAt: rows.rowAt,
    onMove: (index) => {
      virtualizer.scrollToIndex(index);
      const album = rows.rowAt(index);
      if (openId !== undefined && album) onOpen(album.id, { replace: true });
    },
    onOpen: (album) => onOpen(album.id),
    onToggle: (album, index) => {
      anchor.current = index;
      toggleAlbum(album, index);
    },
    onReach: (from, to) => void reachRow(from, to),
    // An album that is open beside the list has this key for itself.
    onPublish: (album) => openId === undefined && onPublish(album),
    onClose: () => onOpen(undefined),
  });
  // Stable while scrolling, so that rows that stay are not drawn again.
  const open = useCallback(
    (album: AdminAlbum, index: number) => {
      setCursor(index);
      onOpen(album.id);
    },
    [onOpen, setCursor],
  );
  const choose = useCallback(
    (album: AdminAlbum, index: number, isRange: boolean) => {
      setCursor(index);
      if (isRange && anchor.current >= 0) return void reachRow(anchor.current, index);
      anchor.current = index;
      toggleAlbum(album, index);
    },
    [reachRow, setCursor, toggleAlbum],
  );
  const sortBy = (sort: AlbumSort) => {
    setCursor(-1);
    anchor.current = -1;
    scroller.current?.scrollTo({ top: 0 });
    onSort(sort);
  };
  const eventNames = new Map(events.map((event) => [event.id, event.name]));
  const Row = isDesk ? AlbumRow : AlbumLine;

  if (rows.error && rows.rowAt(0) === undefined)
    return <FailedState error={rows.error} onRetry={rows.retry} />;
  if (rows.count === 0) return <NoAlbums filter={listing} />;
  const shown = virtualizer.getVirtualItems();
  const above = shown[0]?.start ?? 0;
  const chosenCount = countChosen(chosen.selection, rows.count);
  const room = chosenCount > 0 || isChoosing ? BAR_PX : 0;
  const below = virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0) + room;
  return (
    <div ref={scroller} className="relative min-h-0 overflow-auto overscroll-contain">
      <table
        aria-label="Albums"
        aria-rowcount={rows.isExact ? rows.count + 1 : -1}
        className="w-full table-fixed border-separate border-spacing-0 text-left select-none desk:min-w-[820px]"
      >
        <AlbumColumns isDesk={isDesk} />
        <AlbumTableHead
          sort={listing.sort}
          total={rows.count}
          chosen={chosenCount}
          onSort={sortBy}
          onChooseAll={chosen.chooseAll}
          onClear={chosen.clear}
        />
        <tbody>
          <tr aria-hidden>
            <td colSpan={COLUMNS} className="p-0" style={{ height: above }} />
          </tr>
          {shown.map(({ index }) => {
            const album = rows.rowAt(index);
            return (
              <Row
                key={index}
                index={index}
                album={album}
                eventName={album && (isDesk || !listing.eventId) ? eventNames.get(album.event) : undefined}
                isOpen={album !== undefined && album.id === openId}
                isCursor={index === cursor}
                isChosen={album !== undefined && isChosen(chosen.selection, album.id)}
                isChoosing={isChoosing}
                onOpen={open}
                onChoose={choose}
              />
            );
          })}
          <tr aria-hidden>
            <td colSpan={COLUMNS} className="p-0" style={{ height: below }} />
          </tr>
        </tbody>
      </table>
    </div>
  );
}
