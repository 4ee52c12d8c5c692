import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ChevronLeft, ChevronRight, History } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { FilterSelect } from '#web/components/filter-select.tsx';
import { KeysSheet } from '#web/components/keys-sheet.tsx';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { eventAlbumsQuery } from '#web/features/admin-albums/staff-catalogue.query.ts';
import { CULLING_HINTS, type CullFilter, shownPhotos, toggled } from '#web/features/culling/culling-keys.ts';
import { CullingView } from '#web/features/culling/culling-view.tsx';
import { RecentActions } from '#web/features/culling/recent-actions.tsx';
import {
  type CullingAlbum,
  cullingQuery,
  findLastAction,
  photoActionsQuery,
  useCull,
} from '#web/features/culling/use-cull.ts';
import { AlbumPicker } from '#web/features/ingest/album-picker.tsx';
import { countOf } from '#web/lib/formats.ts';
import { Link, paths, useNavigate, usePathParams } from '#web/lib/navigation.tsx';
import { cullSearch, eventPlaceSearch, searchFor, useSearchState } from '#web/lib/search-params.ts';

export function AdminCullPage() {
  const albumId = Number(usePathParams('/admin/albums/:albumid/cull').albumid);
  const query = useQuery(cullingQuery(albumId));
  return (
    <div className="grid h-[calc(100dvh-var(--header-height)-var(--tab-bar-height)-1px)] grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] desk:h-[calc(100dvh-var(--header-height)-1px)]">
      <QueryState
        query={query}
        loading={<Skeleton label="Loading photos" className="m-4 h-96" />}
        missing={
          <EmptyState title="Album not found" sentence="It does not exist, or the address is wrong." />
        }
      >
        {(album) => <Culling key={albumId} album={album} />}
      </QueryState>
    </div>
  );
}

const SHOWN: Record<CullFilter, string> = {
  all: 'All photos',
  kept: 'Kept',
  rejected: 'Rejected',
  similar: 'Similar photos',
  spare: 'Less sharp of similar photos',
};

function Culling({ album }: { album: CullingAlbum }) {
  const { id, event, title, previous, next } = album.album;
  const navigate = useNavigate();
  const { search, change } = useSearchState(cullSearch);
  const [openBursts, setOpenBursts] = useState<ReadonlySet<number>>(new Set());
  const [isRecentOpen, setIsRecentOpen] = useState(false);
  const culling = useCull(id);
  const { data: actions } = useQuery(photoActionsQuery(id));
  const { data: albums = [] } = useQuery(eventAlbumsQuery(event));
  const rejected = album.images.filter(({ is_rejected }) => is_rejected).length;
  const turning = album.images.filter(({ is_turning }) => is_turning).length;
  const filter = search.show ?? 'all';
  const photos = shownPhotos(album.images, { filter, openBursts });
  const stacked = filter === 'all' ? album.images.length - photos.length : 0;
  const open = (albumId: number) => void navigate({ to: paths.adminCull(albumId), search: search as never });
  return (
    <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
      <header className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-b px-3 py-2.5 desk:px-4">
        <div className="flex items-center gap-1">
          <Link
            to={paths.adminEvent(event)}
            search={searchFor(eventPlaceSearch, { album: id })}
            aria-label="Back to the album"
            className={buttonStyle('ghost', 'icon')}
          >
            <ArrowLeft size={20} />
          </Link>
          <h1
            tabIndex={-1}
            className="min-w-0 flex-1 truncate text-18 font-extrabold tracking-[-0.02em] desk:text-22"
          >
            {title}
          </h1>
          <Button
            kind="ghost"
            size="icon"
            aria-label="Previous album"
            disabled={previous === null}
            onClick={() => previous !== null && open(previous)}
          >
            <ChevronLeft size={20} />
          </Button>
          <Button
            kind="ghost"
            size="icon"
            aria-label="Next album"
            disabled={next === null}
            onClick={() => next !== null && open(next)}
          >
            <ChevronRight size={20} />
          </Button>
        </div>
        <div className="flex flex-wrap items-center gap-2 text-14">
          <FilterSelect
            label="Show"
            value={filter}
            options={SHOWN}
            onChange={(show) => void change({ show: show === 'all' ? undefined : show })}
          />
          <p className="text-13 text-ink-2 not-desk:order-last not-desk:basis-full" aria-live="polite">
            {countOf(album.images.length - rejected, 'photo')}, {rejected} rejected
            {stacked > 0 && `, ${stacked} below others in bursts`}
            {turning > 0 && `, turning ${turning}`}
          </p>
          <span className="ml-auto flex items-center gap-1">
            <KeysSheet hints={CULLING_HINTS} />
            <Button kind="ghost" size="small" onClick={() => setIsRecentOpen(true)}>
              <History size={16} />
              <span className="not-desk:sr-only">Recent actions</span>
            </Button>
          </span>
        </div>
      </header>
      <CullingView
        album={album}
        photos={photos}
        culling={culling}
        lastAction={findLastAction(actions, culling)}
        onAlbum={open}
        onBurst={(group) => setOpenBursts(toggled(openBursts, group))}
        picker={(onPick) => (
          <AlbumPicker
            albums={albums.filter((one) => one.id !== id)}
            label="Album to move to"
            onPick={(to) => onPick(to.id)}
          />
        )}
      />
      {isRecentOpen && (
        <RecentActions
          albumId={id}
          isBusy={culling.undo.isPending}
          onUndo={(key) => culling.undo.mutate(key)}
          onClose={() => setIsRecentOpen(false)}
        />
      )}
    </div>
  );
}
