import type { ListedAlbum } from '#contract/entities/admin-album.ts';
import { photoAddress } from '#web/components/photo-address.ts';

type AlbumThumbProps = { album: Pick<ListedAlbum, 'uuid' | 'cover' | 'cover_auth'>; className: string };

/** The first picture of the cover. The names beside it say what it shows. */
export function AlbumThumb({ album, className }: AlbumThumbProps) {
  const [image] = album.cover;
  const box = `flex-none rounded-[4px] bg-sunk object-cover ${className}`;
  if (!image || !album.cover_auth) return <span aria-hidden className={box} />;
  return (
    <img
      src={photoAddress(album.uuid, image.id, 'thumb', album.cover_auth)}
      alt=""
      loading="lazy"
      decoding="async"
      className={box}
    />
  );
}
