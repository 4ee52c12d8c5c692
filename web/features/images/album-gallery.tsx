import { Heart, ScanFace } from 'lucide-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { Image } from '#contract/entities/album.ts';
import { EmptyState, Loading } from '#web/components/states.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { gallerySearch, useSearchState } from '#web/lib/search-params.ts';
import { toggleFavorite, useFavorites } from './favorites.ts';
import type { ReportDialog } from './lightbox.tsx';
import { withBought, withReported } from './photo-sheet.ts';
import { PhotoSheetView } from './photo-sheet-view.tsx';
import { usePhotoAddress } from './use-photo-address.ts';

const NO_FILTERS: readonly PhotoFilter[] = [];
const NONE_REPORTED: ReadonlySet<number> = new Set();
const EMPTY = {
  all: {
    title: /*i18n*/ 'No photos yet',
    sentence: /*i18n*/ 'The photos of this performance aren’t up yet. Check back soon.',
  },
  favorites: {
    title: /*i18n*/ 'No favorites yet',
    sentence: /*i18n*/ 'Tap the heart on a photo to save it here.',
  },
};

const Lightbox = lazyPart(() => import('./lightbox.tsx'), 'Lightbox', <OpeningPhoto />);

/** A tab with some of the album's photos, supplied by the page. */
type PhotoFilter = {
  name: string;
  label: string;
  count: number;
  imageIds: ReadonlySet<number>;
  /** A short label over some of the photos. */
  marks: ReadonlyMap<number, string>;
};

type AlbumGalleryProps = {
  albumUuid: string;
  title: string;
  timeZone: string;
  images: readonly Image[];
  token: string;
  userId: number;
  topBar: (tabs: ReactNode) => ReactNode;
  intro: ReactNode;
  /** Shown above the photos of a tab other than "All". */
  offer?: (tab: string, images: readonly Image[]) => ReactNode;
  filters?: readonly PhotoFilter[];
  caption?: (image: Image) => ReactNode;
  isMarked?: (image: Image) => boolean;
  purchase: (image: Image) => ReactNode;
  report: (image: Image, dialog: ReportDialog) => ReactNode;
  /** While photos are selected, a press on one selects it. */
  selection?: { ids: ReadonlySet<number>; toggle: (imageId: number) => void } | undefined;
  /** The photos that this customer has reported and that are still in the album. */
  reportedIds?: ReadonlySet<number> | undefined;
  /** Photos that were bought one by one, with the tokens that open them without a watermark. */
  bought?: ReadonlyMap<number, string> | undefined;
  /** A sheet above the photos. It is part of the open photo, so that the photo's dialog does not take its focus. */
  overlay?: ReactNode;
};

export function AlbumGallery({
  images,
  userId,
  topBar,
  intro,
  offer,
  filters = NO_FILTERS,
  overlay,
  selection,
  reportedIds = NONE_REPORTED,
  ...album
}: AlbumGalleryProps) {
  const favorites = useFavorites(userId);
  const { search, change } = useSearchState(gallerySearch);
  const wanted = search.show;
  const photo = usePhotoAddress();
  const { albumUuid } = album;
  const toggle = useCallback(
    (imageId: number) => toggleFavorite(userId, imageId, albumUuid),
    [userId, albumUuid],
  );
  const favoriteImages = images.filter(({ id }) => favorites.has(id));
  const filter = filters.find(({ name }) => name === wanted);
  const tab = filter?.name ?? (wanted === 'favorites' ? wanted : 'all');
  const filtered = useMemo(
    () => (filter ? images.filter(({ id }) => filter.imageIds.has(id)) : images),
    [images, filter],
  );
  const marks = useMemo(
    () => withReported(withBought(filter?.marks, album.bought), reportedIds),
    [filter, reportedIds, album.bought],
  );
  const shown = tab === 'favorites' ? favoriteImages : filtered;
  const empty = EMPTY[tab === 'favorites' ? 'favorites' : 'all'];
  const isOpen = shown.some(({ id }) => id === photo.photoId);
  return (
    <>
      {topBar(
        <GalleryTabs
          shown={tab}
          tabs={[
            { name: 'all', label: i18n.t('All'), count: images.length },
            ...filters,
            { name: 'favorites', label: i18n.t('Favorites'), count: favoriteImages.length },
          ]}
          onChange={(name) => void change({ show: name === 'all' ? undefined : name })}
        />,
      )}
      {intro}
      {tab !== 'all' && shown.length > 0 && offer?.(tab, shown)}
      {shown.length === 0 && (
        <div className="p-4 desk:p-6">
          <EmptyState title={i18n.t(empty.title)} sentence={i18n.t(empty.sentence)} />
        </div>
      )}
      <PhotoSheetView
        albumUuid={album.albumUuid}
        token={album.token}
        bought={album.bought}
        timeZone={album.timeZone}
        images={shown}
        favorites={favorites}
        marks={marks}
        shownId={photo.photoId}
        selected={selection?.ids}
        onOpen={selection?.toggle ?? photo.open}
        onToggleFavorite={toggle}
      />
      {!isOpen && overlay}
      {isOpen && photo.photoId !== undefined && (
        <Lightbox
          {...album}
          overlay={overlay}
          reportedIds={reportedIds}
          images={shown}
          startId={photo.photoId}
          favorites={favorites}
          onToggleFavorite={toggle}
          onTurn={photo.turnTo}
          onClose={photo.close}
        />
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

type GalleryTab = { name: string; label: string; count: number };

type GalleryTabsProps = {
  tabs: readonly GalleryTab[];
  shown: string;
  onChange: (name: string) => void;
};

function GalleryTabs({ tabs, shown, onChange }: GalleryTabsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form
    <div role="group" aria-label={i18n.t('Show photos')} className="flex gap-1.5">
      {tabs.map(({ name, label, count }) => (
        <button
          key={name}
          type="button"
          aria-pressed={shown === name}
          onClick={() => onChange(name)}
          className="group inline-flex h-10 flex-none items-center gap-[7px] rounded-full bg-surface px-3.5 text-14 font-[650] text-ink-2 aria-pressed:bg-ink aria-pressed:text-bg"
        >
          <TabIcon name={name} />
          <span className="max-w-[12ch] truncate">{label}</span>{' '}
          <b className="font-[650] text-ink-3 tabular-nums group-aria-pressed:text-bg/70">{count}</b>
        </button>
      ))}
    </div>
  );
}

function TabIcon({ name }: { name: string }) {
  if (name === 'all') return null;
  const Icon = name === 'favorites' ? Heart : ScanFace;
  return <Icon size={18} strokeWidth={1.8} className="flex-none" />;
}
