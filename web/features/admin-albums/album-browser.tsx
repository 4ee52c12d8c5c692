import { X } from 'lucide-react';
import { buttonStyle } from '#web/components/button-style.ts';
import { Sheet } from '#web/components/sheet.tsx';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import type { StaffEvent } from './admin-albums.types.ts';
import { AlbumPanel } from './album-panel.tsx';
import { AlbumTable } from './album-table.tsx';
import { EventFilter } from './event-filter.tsx';
import { useListPlace } from './list-place.ts';
import { SearchBox } from './search-box.tsx';

type AlbumBrowserProps = { events: readonly StaffEvent[]; event: StaffEvent | undefined; expected: number };

/** Search, list and panel. */
export function AlbumBrowser({ events, event, expected }: AlbumBrowserProps) {
  const { place, go } = useListPlace();
  const isDesk = useIsDesk();
  const { albumId, eventId, q } = place;
  const close = () => go({ album: undefined });
  return (
    <div className={`grid min-h-0 ${isDesk && albumId ? 'grid-cols-[minmax(0,1fr)_320px]' : ''}`}>
      <section aria-label="Albums" className="grid min-h-0 min-w-0 grid-rows-[auto_minmax(0,1fr)]">
        <div className="grid gap-2.5 border-line border-b px-4 py-3 desk:grid-cols-[300px_minmax(0,1fr)] desk:items-center desk:py-2.5 desk:pl-5">
          <SearchBox
            text={q}
            label="Filter albums"
            placeholder="Program, team, division, event"
            onSearch={(text) => go({ q: text, album: undefined }, { replace: true })}
          />
          <div className="flex gap-1.5 overflow-x-auto p-0.5 [scrollbar-width:none]">
            <EventFilter
              events={events}
              event={event}
              onChoose={(id) => go({ event: id, album: undefined, view: undefined })}
            />
          </div>
        </div>
        <AlbumTable
          key={`${eventId}|${q}|${isDesk}`}
          filter={{ eventId, q }}
          events={events}
          expected={expected}
          selectedId={albumId}
          isDesk={isDesk}
          onSelect={(id, options) => go({ album: id }, options)}
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
