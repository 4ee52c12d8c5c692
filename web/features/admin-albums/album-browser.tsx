import { ListChecks, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { albumListEndpoints } from '#contract/endpoints/catalogue.ts';
import type { ListedAlbum } from '#contract/entities/staff-event.ts';
import { albumList } from '#contract/lists/albums.ts';
import { Button } from '#web/components/button.tsx';
import { KeyBar } from '#web/components/keys-sheet.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { INSET_STATES, StaffList } from '#web/components/list/staff-list.tsx';
import { PopupItem } from '#web/components/popup-menu.tsx';
import { EmptyState, Skeleton } from '#web/components/states.tsx';
import { lazyPart, useLoadSoon } from '#web/lib/lazy-part.tsx';
import { useListState, useServerRows } from '#web/lib/lists/list-rows.ts';
import { useSelection } from '#web/lib/lists/use-selection.ts';
import { eventPlaceSearch, useSearchState } from '#web/lib/search-params.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import { ALBUM_HINTS, AlbumCard, albumCells } from './album-cells.tsx';

const loadOpenAlbum = () => import('./album-panel.tsx');
const OpenAlbum = lazyPart(
  loadOpenAlbum,
  'OpenAlbum',
  <Skeleton label="Loading album" className="m-3 h-80 not-desk:hidden" />,
);
const AlbumBulkBar = lazyPart(() => import('./album-bulk-bar.tsx'), 'AlbumBulkBar');

/** The albums of one event come in the order of their performances. */
const albumsInOrder = { ...albumList, defaultSort: 'performance_order:asc' } as unknown as typeof albumList;

const idOf = ({ id }: ListedAlbum) => id;
const nameOf = (album: ListedAlbum) => `${album.program_name} ${album.team_name}`;

type AlbumBrowserProps = {
  eventId: number | undefined;
  /** Adds a button that creates an album, on a page whose heading has none. */
  onNew?: () => void;
};

/** The list of albums, of one event or of all, with the open album beside it. */
export function AlbumBrowser({ eventId, onNew }: AlbumBrowserProps) {
  const { search, change } = useSearchState(eventPlaceSearch);
  const openId = search.album;
  const isDesk = useIsDesk();
  const [isSelecting, setIsSelecting] = useState(false);
  const [toPublish, setToPublish] = useState<ListedAlbum>();
  const list = eventId === undefined ? albumList : albumsInOrder;
  const rows = useServerRows(useListState(list, { event: eventId }), albumListEndpoints);
  const selection = useSelection({ idOf, rows, canSelectMatching: true });
  // Once the bar is there it stays, because it tells how far its action is.
  const [hasBulkBar, setHasBulkBar] = useState(false);
  if (!hasBulkBar && (selection.count > 0 || toPublish)) setHasBulkBar(true);
  useLoadSoon(loadOpenAlbum);
  const close = () => void change({ album: undefined }, { push: true });
  const open = (album: ListedAlbum) => void change({ album: album.id }, { push: openId === undefined });
  const stopSelecting = () => {
    setIsSelecting(false);
    selection.clear();
  };
  return (
    <div className={`grid min-h-0 ${isDesk && openId ? 'grid-cols-[minmax(0,1fr)_320px]' : ''}`}>
      <section
        aria-label="Albums"
        className={`relative grid min-h-0 min-w-0 grid-rows-[auto_minmax(0,1fr)_auto] ${INSET_STATES}`}
      >
        <ListToolbar
          rows={rows}
          className="border-line border-b px-4 py-2.5 desk:px-5"
          menuItems={
            !isDesk && (
              <>
                <PopupItem icon={ListChecks} onClick={() => setIsSelecting(true)}>
                  Select albums
                </PopupItem>
                {onNew && (
                  <PopupItem icon={Plus} onClick={onNew}>
                    New album
                  </PopupItem>
                )}
              </>
            )
          }
        >
          {isSelecting && (
            <Button icon={X} size="small" className="desk:hidden" onClick={stopSelecting}>
              Stop selecting
            </Button>
          )}
          {onNew && isDesk && (
            <Button icon={Plus} kind="line" size="small" onClick={onNew}>
              New album
            </Button>
          )}
        </ListToolbar>
        <StaffList
          rows={rows}
          idOf={idOf}
          nameOf={nameOf}
          cells={albumCells}
          titleColumn="name"
          card={(album) => <AlbumCard album={album} hasEvent={eventId === undefined} />}
          rowPx={{ desk: 40, phone: 84 }}
          minWidth="1180px"
          {...(eventId === undefined ? {} : { without: 'event' })}
          selection={selection}
          isSelecting={isSelecting}
          openId={openId}
          onOpen={(album, index) => (isSelecting && !isDesk ? selection.toggle(album, index) : open(album))}
          keys={(album) => ({
            // The panel of an open album has the same key.
            p: () => album && openId === undefined && selection.count === 0 && setToPublish(album),
            escape: () => openId !== undefined && close(),
          })}
          isPane={isDesk}
          empty={
            <EmptyState
              title="No albums yet"
              sentence={
                eventId === undefined
                  ? 'Create an event first. Its running order creates the albums.'
                  : 'Import the running order to create an album for each performance.'
              }
            />
          }
        />
        <KeyBar hints={ALBUM_HINTS} />
        {hasBulkBar && (
          <AlbumBulkBar
            rows={rows}
            selection={selection}
            album={toPublish}
            onAlbumDone={() => setToPublish(undefined)}
            onDone={stopSelecting}
          />
        )}
      </section>
      {openId && <OpenAlbum albumId={openId} onClose={close} />}
    </div>
  );
}
