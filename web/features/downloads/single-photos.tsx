import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OwnedPhotos } from '#contract/endpoints/downloads.ts';
import { eventLine } from '#contract/rules/sentences.ts';
import { JustifiedList } from '#web/components/justified-list.tsx';
import { Photo, photoAddress } from '#web/components/photo.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/navigation.tsx';
import { ownPhotosOf, SavePhotos } from './save-photos.tsx';

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
        title={i18n.t('No single photos yet')}
        sentence={i18n.t('Open a photo in an album and buy just that one. It shows up here, full size.')}
        link={{ to: paths.home, label: i18n.t('Find albums') }}
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

const DESK_WIDTH = 900;

type PhotosOfAlbumProps = { group: OwnedPhotos; share: ReactNode; onOpen: SinglePhotosProps['onOpen'] };

function PhotosOfAlbum({ group, share, onOpen }: PhotosOfAlbumProps) {
  const { album, auth, images } = group;
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
            {i18n.t('{count, plural, one {# photo} other {# photos}}', { count: images.length })}
            {onlyOrder && furtherOrders.length === 0 && (
              <TextLink to={paths.receipt(onlyOrder)}>{i18n.t('Receipt')}</TextLink>
            )}
          </p>
        </div>
        <div className="flex flex-wrap items-start gap-2">
          {images.length > 1 && <SavePhotos photos={ownPhotosOf(group)} />}
          {share}
        </div>
      </header>
      <JustifiedList
        items={images}
        shapeOf={(image) => image}
        deskWidth={DESK_WIDTH}
        heightAt={(width) => (width >= DESK_WIDTH ? 240 : 178)}
        className="min-h-[178px]"
      >
        {(image, index) => (
          <SinglePhotoTile
            album={album}
            auth={auth}
            image={image}
            place={{ position: index + 1, count: images.length, team: teamName(album) }}
            onOpen={() => onOpen(group, image.id)}
          />
        )}
      </JustifiedList>
    </section>
  );
}

type SinglePhotoTileProps = {
  album: OwnedPhotos['album'];
  auth: string;
  image: OwnedPhotos['images'][number];
  place: { position: number; count: number; team: string };
  onOpen: () => void;
};

function SinglePhotoTile({ album, auth, image, place, onOpen }: SinglePhotoTileProps) {
  return (
    <>
      <button
        type="button"
        aria-label={i18n.t('Open photo {position} of {count}, {team}', place)}
        onClick={onOpen}
        className="absolute inset-0 focus-visible:z-1 focus-visible:outline-4 focus-visible:-outline-offset-4"
      >
        <Photo
          albumUuid={album.uuid}
          image={image}
          token={auth}
          variant="preview"
          className="absolute! inset-0"
        />
      </button>
      <a
        href={photoAddress(album.uuid, image.id, 'original', auth)}
        download={image.file_name}
        aria-label={i18n.t('Download photo {position} of {count}, {team}', place)}
        className="absolute right-1.5 bottom-1.5 z-1 grid size-11 place-items-center rounded-full bg-[rgb(8_8_12/.72)] text-white backdrop-blur-[6px] hover:bg-[rgb(8_8_12/.9)]"
      >
        <Download size={20} strokeWidth={1.8} />
      </a>
    </>
  );
}
