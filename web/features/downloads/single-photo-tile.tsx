import { Download } from 'lucide-react';
import type { OwnedPhotos } from '#contract/endpoints/downloads.ts';
import { Photo } from '#web/components/photo.tsx';
import { originalAddress } from './original-address.ts';

type SinglePhotoTileProps = {
  album: OwnedPhotos['album'];
  auth: string;
  image: OwnedPhotos['images'][number];
  size: { width: number; height: number };
  label: string;
  onOpen: () => void;
};

export function SinglePhotoTile({ album, auth, image, size, label, onOpen }: SinglePhotoTileProps) {
  return (
    <li className="relative flex-none overflow-hidden desk:rounded-tile" style={size}>
      <button
        type="button"
        aria-label={`Open ${label}`}
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
