import type { ReactNode } from 'react';
import type { OwnedPhotos } from '#contract/endpoints/downloads.ts';
import { eventLine } from '#contract/rules/title-lines.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { teamName } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import { ownPhotosOf } from './download-photos.ts';
import { JustifiedPhotos } from './justified-photos.tsx';
import { SavePhotos } from './save-photos.tsx';

type SinglePhotosProps = {
  groups: readonly OwnedPhotos[];
  /** Shares the photos of a group. */
  shareOf: (group: OwnedPhotos) => ReactNode;
  onOpen: (group: OwnedPhotos, imageId: number) => void;
};

export function SinglePhotos({ groups, shareOf, onOpen }: SinglePhotosProps) {
  if (groups.length === 0) {
    return (
      <EmptyState
        title="No single photos yet"
        sentence="Open a photo in an album and buy just that one. The original file appears here."
        link={{ to: paths.home, label: 'Find albums' }}
      />
    );
  }
  return (
    <div className="grid gap-10">
      {groups.map((group) => (
        <PhotosOfAlbum key={group.album.id} group={group} share={shareOf(group)} onOpen={onOpen} />
      ))}
    </div>
  );
}

type PhotosOfAlbumProps = { group: OwnedPhotos; share: ReactNode; onOpen: SinglePhotosProps['onOpen'] };

function PhotosOfAlbum({ group, share, onOpen }: PhotosOfAlbumProps) {
  const { album, images } = group;
  const [event] = album.events;
  const [onlyOrder, ...furtherOrders] = new Set(images.map(({ order_key }) => order_key));
  return (
    <section aria-labelledby={`photos-${album.id}`} className="grid gap-3">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="text-14 leading-[1.45] text-ink-2">
          <h3
            id={`photos-${album.id}`}
            className="text-18 leading-tight font-[750] tracking-[-0.02em] text-ink"
          >
            {teamName(album)}
          </h3>
          {event && <p>{eventLine(event)}</p>}
          <p className="flex flex-wrap items-center gap-x-3">
            {countOf(images.length, 'photo')}
            {onlyOrder && furtherOrders.length === 0 && (
              <TextLink to={paths.receipt(onlyOrder)}>Receipt</TextLink>
            )}
          </p>
        </div>
        <div className="flex flex-wrap items-start gap-2">
          {images.length > 1 && <SavePhotos photos={ownPhotosOf(group)} />}
          {share}
        </div>
      </header>
      <JustifiedPhotos group={group} onOpen={(imageId) => onOpen(group, imageId)} />
    </section>
  );
}
