import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { type CleanOriginal, listAlbumOriginals } from '#server/modules/images/album-originals.ts';
import type { Db } from '#server/platform/database.ts';
import { layOutZip, type ZipLayout } from './zip-layout.ts';
import { albumFolderName, photoName } from './zip-names.ts';

export type ZipPlan = {
  albumId: number;
  name: string;
  layout: ZipLayout;
  originals: CleanOriginal[];
  /** Runs from 0 to 1. Only a complete zip is sent. */
  progress: number;
};

const EXTENSIONS = { jpeg: 'jpg', png: 'png', webp: 'webp', tiff: 'tif' } as const;

export async function planZip(db: Db, albumId: number): Promise<ZipPlan | undefined> {
  const album = await findAlbumFacts(db, albumId);
  if (!album) return undefined;
  const { originals, photos } = await listAlbumOriginals(db, albumId);
  const folder = albumFolderName(album);
  const layout = layOutZip(
    originals.map(({ format, fileName, ...original }, index) => ({
      ...original,
      name: `${folder}/${photoName(index + 1, fileName, EXTENSIONS[format])}`,
    })),
  );
  const progress = photos === 0 ? 1 : originals.length / photos;
  return { albumId, name: `${folder}.zip`, layout, originals, progress };
}
