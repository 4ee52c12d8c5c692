import { Tabs } from '@base-ui/react/tabs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, use } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { ListedAlbum, PlacedAlbum } from '#contract/entities/staff-event.ts';
import { albumList } from '#contract/lists/albums.ts';
import { coverFrames } from '#web/components/album-cover.tsx';
import { buttonStyle } from '#web/components/button.tsx';
import { History } from '#web/components/history.tsx';
import { OrderTile } from '#web/components/order-tile.tsx';
import { Photo } from '#web/components/photo.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { FailedState, Skeleton } from '#web/components/states.tsx';
import { Link, paths } from '#web/lib/navigation.tsx';
import { listKey } from '#web/lib/query-client.ts';
import { eventPlaceSearch, useSearchState } from '#web/lib/search-params.ts';
import { userCan, useUser } from '#web/lib/session.ts';
import { albumDetailQuery } from '#web/lib/staff.query.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import { AlbumActions } from './album-actions.tsx';
import { AlbumFacts, FailedZip } from './album-facts.tsx';
import { AlbumPanelPartsContext } from './album-panel-parts.ts';

function AlbumPanel({ albumId }: { albumId: number }) {
  const { album, detail, error, retry } = useSelectedAlbum(albumId);
  const { sales } = use(AlbumPanelPartsContext);
  const seesCustomers = userCan(useUser(), 'customers');
  if (!album && error) return <FailedState error={error} onRetry={retry} />;
  if (!album) return <Skeleton label="Loading album" className="h-96" />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <AlbumCover order={album.performance_order} detail={detail} />
      <AlbumTitle album={album} />
      <FailedZip albumId={album.id} />
      <AlbumActions album={album} />
      <AlbumTabs
        tabs={[
          {
            name: 'facts',
            label: 'Facts',
            content: <AlbumFacts album={album} timeZone={detail?.events[0]?.time_zone} />,
          },
          ...(seesCustomers ? [{ name: 'sales', label: 'Sales', content: sales(album) }] : []),
          {
            name: 'history',
            label: 'History',
            content: <History scope="album" subject={album.id} nothing="No changes yet." isPane />,
          },
        ]}
      />
    </div>
  );
}

function AlbumTitle({ album }: { album: PlacedAlbum }) {
  return (
    <div className="grid gap-1">
      <h2 className="text-[1.1875rem] leading-tight font-[750] tracking-[-0.02em]">
        {album.program_name} <span className="font-medium text-ink-2">{album.team_name}</span>
      </h2>
      <p className="text-13 text-ink-2">
        {album.division_name && `${album.division_name}. `}
        <Link
          to={paths.adminEvent(album.event)}
          className="underline decoration-edge underline-offset-3 hover:decoration-ink"
        >
          {[album.event_name, album.city, album.state].filter(Boolean).join(', ')}
        </Link>
      </p>
    </div>
  );
}

type OpenAlbumProps = { albumId: number; onClose: () => void };

/** Shows the open album beside the list on a desk, and above it on a phone. */
export function OpenAlbum({ albumId, onClose }: OpenAlbumProps) {
  const panel = <AlbumPanel key={albumId} albumId={albumId} />;
  if (!useIsDesk()) {
    return (
      <Sheet title="Album" onClose={onClose}>
        {panel}
      </Sheet>
    );
  }
  return (
    <aside
      aria-label="Album"
      className="relative min-h-0 overflow-y-auto border-line border-l p-3 pb-6 *:last:px-2"
    >
      <button
        type="button"
        aria-label="Close album"
        onClick={onClose}
        className={`${buttonStyle('ghost', 'icon')} absolute top-5 right-6 z-1 size-9! bg-bg/85`}
      >
        <X size={18} />
      </button>
      {panel}
    </aside>
  );
}

type AlbumTab = { name: string; label: string; content: ReactNode };

/** The open tab is in the address, so that it stays open from album to album. */
function AlbumTabs({ tabs }: { tabs: readonly AlbumTab[] }) {
  const { search, change } = useSearchState(eventPlaceSearch);
  const open = tabs.find(({ name }) => name === search.panel) ?? tabs[0];
  const show = (name: string) => void change({ panel: name === tabs[0]?.name ? undefined : name });
  return (
    <Tabs.Root value={open?.name} onValueChange={(name) => show(String(name))} className="grid gap-3">
      <Tabs.List aria-label="About this album" className="flex gap-5 border-line border-b">
        {tabs.map(({ name, label }) => (
          <Tabs.Tab
            key={name}
            value={name}
            className="-mb-px flex h-11 items-center border-transparent border-b-2 text-14 font-semibold text-ink-2 hover:text-ink aria-selected:border-ink aria-selected:text-ink desk:h-9"
          >
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name} className="min-w-0 outline-offset-4">
          {content}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

const PANEL = { width: '480px', ratio: 480 / 176 };

export function AlbumCover({ order, detail }: { order: number; detail: Detail | undefined }) {
  const shown = detail?.cover ?? [];
  const frames = coverFrames(shown.length, PANEL.width, '100vw', PANEL.ratio);
  return (
    <div className="relative h-44 flex-none overflow-hidden rounded-[14px] bg-sunk">
      {detail && shown.length > 0 ? (
        <div className="grid h-full grid-cols-[2fr_1fr] grid-rows-2 gap-0.5">
          {shown.map((image, index) => (
            <Photo
              key={image.id}
              albumUuid={detail.uuid}
              image={image}
              token={detail.cover_auth}
              frame={index === 0 ? frames.main : frames.side}
              className={`${index === 0 ? 'row-span-2' : ''} ${shown.length === 1 ? 'col-span-2' : ''}`}
            />
          ))}
        </div>
      ) : (
        <p className="grid h-full place-items-center text-13 text-ink-2">
          {detail ? 'No photos yet' : 'Loading photos'}
        </p>
      )}
      <span className="absolute top-2.5 left-2.5">
        <OrderTile order={order} />
      </span>
    </div>
  );
}

type Detail = ResponseOf<typeof catalogueEndpoints.getAlbum>;

function toRow(detail: Detail | undefined): PlacedAlbum | undefined {
  const event = detail?.events[0];
  if (!detail || !event) return undefined;
  return {
    ...detail,
    event: event.id,
    event_name: event.name,
    event_date: event.start_date,
    city: event.city,
    state: event.state,
    published_at: detail.published_at ?? null,
    url: paths.viewAlbum(detail.uuid),
  };
}

/** Shows the row of the list until the album itself has loaded. */
function useSelectedAlbum(albumId: number) {
  const queryClient = useQueryClient();
  const detail = useQuery(albumDetailQuery(albumId));
  const listed = queryClient
    .getQueriesData<{ rows?: ListedAlbum[] }>({ queryKey: listKey(albumList) })
    .flatMap(([, page]) => page?.rows ?? [])
    .find(({ id }) => id === albumId);
  return {
    album: (listed ?? toRow(detail.data)) as PlacedAlbum | undefined,
    detail: detail.data,
    error: detail.error,
    retry: () => void detail.refetch(),
  };
}
