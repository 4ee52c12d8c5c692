import { Download } from 'lucide-react';
import type { OwnedPhotos } from '#contract/endpoints/downloads.ts';
import { Photo } from '#web/components/photo.tsx';
import { originalAddress } from './original-address.ts';

const ROW_HEIGHT = 210;

type SinglePhotoTileProps = {
  album: OwnedPhotos['album'];
  auth: string;
  image: OwnedPhotos['images'][number];
  label: string;
  onOpen: () => void;
};

/** In rows that fill the width: each photo grows by its own shape, so none is cropped. */
export function SinglePhotoTile({ album, auth, image, label, onOpen }: SinglePhotoTileProps) {
  const ratio = image.width && image.height ? image.width / image.height : 1.5;
  return (
    <li
      className="group relative max-w-full overflow-hidden desk:rounded-tile"
      style={{ flexGrow: ratio, flexBasis: ratio * ROW_HEIGHT, aspectRatio: ratio, maxWidth: ratio * 360 }}
    >
      <button
        type="button"
        aria-label={`Open ${label}`}
        onClick={onOpen}
        className="absolute inset-0 focus-visible:z-1 focus-visible:outline-4 focus-visible:-outline-offset-4"
      >
        <Photo albumUuid={album.uuid} image={image} token={auth} className="size-full" />
      </button>
      <a
        href={originalAddress(album.uuid, image.id, auth)}
        download={image.file_name}
        aria-label={`Download ${label}`}
        className="absolute right-1.5 bottom-1.5 z-1 grid size-11 place-items-center rounded-full bg-[rgb(8_8_12/.72)] text-white backdrop-blur-[6px] hover:bg-[rgb(8_8_12/.9)]"
      >
        <Download aria-hidden size={20} strokeWidth={1.8} />
      </a>
    </li>
  );
}
