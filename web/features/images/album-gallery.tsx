import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { Image } from '#contract/entities/album.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Loading } from '#web/components/loading.tsx';
import { toggleFavourite, useFavourites } from './favourites.ts';
import { type GalleryTab, GalleryTabs } from './gallery-tabs.tsx';
import type { ReportDialog } from './lightbox.tsx';
import { PhotoSheetView } from './photo-sheet-view.tsx';
import { usePhotoAddress } from './use-photo-address.ts';

const Lightbox = lazy(() => import('./lightbox.tsx').then((m) => ({ default: m.Lightbox })));

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
  /** Below the open photo, beside the heart. */
  purchase: (image: Image) => ReactNode;
  report: (image: Image, dialog: ReportDialog) => ReactNode;
};

/** The photos of one open album: a sheet to look over and each photo at full size. */
export function AlbumGallery({ images, userId, topBar, intro, ...album }: AlbumGalleryProps) {
  const favourites = useFavourites(userId);
  const [tab, setTab] = useState<GalleryTab>('all');
  const photo = usePhotoAddress();
  const toggle = useCallback((imageId: number) => toggleFavourite(userId, imageId), [userId]);
  const favouriteImages = images.filter(({ id }) => favourites.has(id));
  const shown = tab === 'all' ? images : favouriteImages;
  const isOpen = shown.some(({ id }) => id === photo.photoId);
  return (
    <>
      {topBar(
        <GalleryTabs
          tab={tab}
          counts={{ all: images.length, favourites: favouriteImages.length }}
          onChange={setTab}
        />,
      )}
      {intro}
      {shown.length === 0 && (
        <div className="p-4 desk:p-6">
          <EmptyState
            title={tab === 'all' ? 'No photos yet' : 'No favourites yet'}
            sentence={
              tab === 'all'
                ? 'The photos of this performance are still on their way.'
                : 'Tap the heart on a photo and it waits for you here.'
            }
          />
        </div>
      )}
      <PhotoSheetView
        albumUuid={album.albumUuid}
        token={album.token}
        timeZone={album.timeZone}
        images={shown}
        favourites={favourites}
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
