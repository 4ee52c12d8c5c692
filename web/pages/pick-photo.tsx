import { useQuery } from '@tanstack/react-query';
import type { AlbumOnly, Image } from '#contract/entities/album.ts';
import { focusOnMount } from '#web/components/form.tsx';
import { Photo } from '#web/components/photo.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { myDownloadsQuery } from '#web/features/downloads/downloads.query.ts';
import { ownedAlbumQuery } from '#web/features/found-albums/use-open-album.ts';
import { i18n } from '#web/lib/i18n.ts';

type PickPhotoProps = {
  album: AlbumOnly;
  /** Absent for the whole album. */
  imageIds: readonly number[] | undefined;
  onPick: (imageId: number) => void;
};

/** Covers are put on one photo, so whoever shares several picks one first. */
export function PickPhoto(props: PickPhotoProps) {
  const downloads = useQuery(myDownloadsQuery);
  const { album } = props;
  return (
    <QueryState query={downloads} loading={<PhotosLoading />}>
      {({ albums, photos }) => {
        if (albums.some((owned) => owned.album.id === album.id)) return <OfWholeAlbum {...props} />;
        const singles = photos.find((group) => group.album.id === album.id);
        return <PhotoButtons {...props} images={singles?.images ?? []} token={singles?.auth ?? null} />;
      }}
    </QueryState>
  );
}

function OfWholeAlbum(props: PickPhotoProps) {
  const whole = useQuery(ownedAlbumQuery(props.album.id));
  return (
    <QueryState query={whole} loading={<PhotosLoading />}>
      {({ images = [], temp_jwt: token = null }) => <PhotoButtons {...props} images={images} token={token} />}
    </QueryState>
  );
}

const PhotosLoading = () => <Skeleton label={i18n.t('Loading your photos')} className="h-[240px]" />;

type PhotoButtonsProps = PickPhotoProps & { images: readonly Image[]; token: string | null };

function PhotoButtons({ album, imageIds, onPick, images, token }: PhotoButtonsProps) {
  const shown = images.filter(({ id }) => !imageIds || imageIds.includes(id));
  return (
    <>
      <h3 ref={focusOnMount} tabIndex={-1} className="text-15 font-[650] outline-none">
        {i18n.t('Which photo?')}
      </h3>
      <div className="grid grid-cols-3 gap-1.5">
        {shown.map((image, index) => (
          <button
            key={image.id}
            type="button"
            aria-label={i18n.t('Photo {number} of {total}', { number: index + 1, total: shown.length })}
            onClick={() => onPick(image.id)}
            className="overflow-hidden rounded-ctl bg-sunk"
          >
            <Photo albumUuid={album.uuid} image={image} token={token} className="aspect-square w-full" />
          </button>
        ))}
      </div>
    </>
  );
}
