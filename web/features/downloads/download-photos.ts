import type { OwnedPhotos } from '#contract/endpoints/downloads.ts';
import { originalAddress } from './original-address.ts';
import { saveFile } from './save-file.ts';

/** Originals of one album that the customer may download. */
export type OwnPhotos = {
  albumUuid: string;
  auth: string;
  images: readonly { id: number; file_name: string }[];
};

export const ownPhotosOf = ({ album, auth, images }: OwnedPhotos): OwnPhotos => ({
  albumUuid: album.uuid,
  auth,
  images,
});

/** Browsers drop downloads that start at the same moment. */
const PAUSE_MS = 700;

export async function downloadPhotos({ albumUuid, auth, images }: OwnPhotos): Promise<void> {
  for (const [position, image] of images.entries()) {
    if (position > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    saveFile(originalAddress(albumUuid, image.id, auth), image.file_name);
  }
}
