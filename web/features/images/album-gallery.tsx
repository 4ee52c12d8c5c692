import { lazy, type ReactNode, Suspense, useCallback, useMemo } from 'react';
import type { Image } from '#contract/entities/album.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Loading } from '#web/components/loading.tsx';
import { gallerySearch } from '#web/lib/search-params.ts';
import { useSearchState } from '#web/lib/use-search-state.ts';
import { toggleFavourite, useFavourites } from './favourites.ts';
import { GalleryTabs } from './gallery-tabs.tsx';
import type { ReportDialog } from './lightbox.tsx';
import { PhotoSheetView } from './photo-sheet-view.tsx';
import { usePhotoAddress } from './use-photo-address.ts';

const NO_FILTERS: readonly PhotoFilter[] = [];
const EMPTY = {
  all: { title: 'No photos yet', sentence: 'The photos of this performance are still on their way.' },
  favourites: {
    title: 'No favourites yet',
    sentence: 'Tap the heart on a photo and it waits for you here.',
  },
};

const Lightbox = lazy(() => import('./lightbox.tsx').then((m) => ({ default: m.Lightbox })));

/** Photos of the album that belong together, as a tab: what the page knows of them and this feature does not. */
export type PhotoFilter = {
  name: string;
  label: string;
  count: number;
  imageIds: ReadonlySet<number>;
  /** A word on top of some of its photos. */
  marks: ReadonlyMap<number, string>;
};

export type AlbumGalleryProps = {
  albumUuid: string;
  title: string;
  timeZone: string;
  images: readonly Image[];
  token: string;
  userId: number;
  /** The bar on top of the page; it holds the tabs. */
  topBar: (tabs: ReactNode) => ReactNode;
  /** Between the bar and the photos. */
  intro: ReactNode;
  filters?: readonly PhotoFilter[];
  /** Over the open photo, e.g. whom it shows. */
  caption?: (image: Image) => ReactNode;
  /** Below the open photo, beside the heart. */
  purchase: (image: Image) => ReactNode;
  report: (image: Image, dialog: ReportDialog) => ReactNode;
};

/** The photos of one open album: a sheet to look over and each photo at full size. */
export function AlbumGallery({
  images,
  userId,
  topBar,
  intro,
  filters = NO_FILTERS,
  ...album
}: AlbumGalleryProps) {
  const favourites = useFavourites(userId);
  const { search, change } = useSearchState(gallerySearch);
  const wanted = search.show;
  const photo = usePhotoAddress();
  const toggle = useCallback((imageId: number) => toggleFavourite(userId, imageId), [userId]);
  const favouriteImages = images.filter(({ id }) => favourites.has(id));
  const filter = filters.find(({ name }) => name === wanted);
  const tab = filter?.name ?? (wanted === 'favourites' ? wanted : 'all');
  const filtered = useMemo(
    () => (filter ? images.filter(({ id }) => filter.imageIds.has(id)) : images),
    [images, filter],
  );
  const shown = tab === 'favourites' ? favouriteImages : filtered;
  const isOpen = shown.some(({ id }) => id === photo.photoId);
  return (
    <>
      {topBar(
        <GalleryTabs
          shown={tab}
          tabs={[
            { name: 'all', label: 'All', count: images.length },
            ...filters,
            { name: 'favourites', label: 'Favourites', count: favouriteImages.length },
          ]}
          onChange={(name) => void change({ show: name === 'all' ? undefined : name })}
        />,
      )}
      {intro}
      {shown.length === 0 && (
        <div className="p-4 desk:p-6">
          <EmptyState {...EMPTY[tab === 'favourites' ? 'favourites' : 'all']} />
        </div>
      )}
      <PhotoSheetView
        albumUuid={album.albumUuid}
        token={album.token}
        timeZone={album.timeZone}
        images={shown}
        favourites={favourites}
        marks={filter?.marks}
        shownId={photo.photoId}
        onOpen={photo.open}
        onToggleFavourite={toggle}
      />
      {isOpen && photo.photoId !== undefined && (
        <Suspense fallback={<OpeningPhoto />}>
          <Lightbox
            {...album}
            images={shown}
            startId={photo.photoId}
            favourites={favourites}
            onToggleFavourite={toggle}
            onTurn={photo.turnTo}
            onClose={photo.close}
          />
        </Suspense>
      )}
    </>
  );
}

function OpeningPhoto() {
  return (
    <div className="fixed inset-0 z-40 grid bg-[#000]">
      <Loading />
    </div>
  );
}
