import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { buttonStyle } from '#web/components/button-style.ts';
import { Sheet } from '#web/components/sheet.tsx';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import type { AdminAlbum, StaffEvent } from './admin-albums.types.ts';
import { AlbumKeys } from './album-keys.tsx';
import { AlbumPanel } from './album-panel.tsx';
import { AlbumTable } from './album-table.tsx';
import { AlbumToolbar } from './album-toolbar.tsx';
import { useListPlace } from './list-place.ts';
import { SelectedAlbums } from './selected-albums.tsx';
import { albumCountQuery } from './staff-catalogue.query.ts';
import { useAlbumSelection } from './use-album-selection.ts';

type AlbumBrowserProps = { events: readonly StaffEvent[]; event: StaffEvent | undefined; expected: number };

/** Filters, list, what is selected in it, and panel. */
export function AlbumBrowser({ events, event, expected }: AlbumBrowserProps) {
  const { place, go } = useListPlace();
  const isDesk = useIsDesk();
  const [isChoosing, setIsChoosing] = useState(false);
  const [published, setPublished] = useState<AdminAlbum>();
  const chosen = useAlbumSelection(place);
  const { albumId, eventId, q, state } = place;
  const counted = useQuery(albumCountQuery(place));
  // The events know how many albums there are before these are counted.
  const total = counted.data ?? (q || state ? undefined : expected);
  const close = () => go({ album: undefined });
  return (
    <div className={`grid min-h-0 ${isDesk && albumId ? 'grid-cols-[minmax(0,1fr)_320px]' : ''}`}>
      <section
        aria-label="Albums"
        className="relative grid min-h-0 min-w-0 grid-rows-[auto_minmax(0,1fr)_auto]"
      >
        <AlbumToolbar
          events={events}
          event={event}
          total={total}
          isChoosing={isChoosing}
          onChoosing={(isOn) => {
            setIsChoosing(isOn);
            if (!isOn) chosen.clear();
          }}
        />
        <AlbumTable
          key={`${eventId}|${q}|${state}|${isDesk}`}
          listing={place}
          events={events}
          expected={total}
          openId={albumId}
          isDesk={isDesk}
          chosen={chosen}
          isChoosing={isChoosing && !isDesk}
          onOpen={(id, options) => go({ album: id }, options)}
          onSort={(sort) => go({ sort }, { replace: true })}
          onPublish={setPublished}
        />
        <AlbumKeys />
        <SelectedAlbums
          listing={place}
          total={total ?? 0}
          chosen={chosen}
          row={published}
          isChoosing={isChoosing && !isDesk}
          onRowDone={() => setPublished(undefined)}
          onDone={() => setIsChoosing(false)}
        />
      </section>
      {albumId && isDesk && (
        <aside
          aria-label="Album"
          className="relative min-h-0 overflow-y-auto border-line border-l p-3 pb-6 *:last:px-2"
        >
          <button
            type="button"
            aria-label="Close album"
            onClick={close}
            className={`${buttonStyle('ghost', 'icon')} absolute top-5 right-6 z-1 size-9! bg-bg/85`}
          >
            <X aria-hidden size={18} />
          </button>
          <AlbumPanel key={albumId} albumId={albumId} events={events} />
        </aside>
      )}
      {albumId && !isDesk && (
        <Sheet title="Album" onClose={close}>
          <AlbumPanel key={albumId} albumId={albumId} events={events} />
        </Sheet>
      )}
    </div>
  );
}
