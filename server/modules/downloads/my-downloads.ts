import type { AlbumDownload, OwnedPhotos } from '#contract/endpoints/downloads.ts';
import type { Album } from '#contract/entities/album.ts';
import type { Context } from '#server/context.ts';
import { openOwnedCover } from '#server/modules/catalogue/album-cover.ts';
import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { findPhotos, type OwnedPhoto, photoTotals } from '#server/modules/images/album-originals.ts';
import { listDownloadRights } from '#server/modules/orders/purchases.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { issueImageToken, MAX_IMAGES_PER_TOKEN } from '#server/platform/image-tokens.ts';
import { type PhotoGroup, toWireAlbumDownload, toWireOwnedPhotos } from './downloads.wire.ts';

const PHOTO_MINUTES = 30;

/** Returns whole albums, newest first, and single photos grouped by album. */
export async function listMyDownloads(
  context: Context,
  userId: number,
): Promise<{ albums: AlbumDownload[]; photos: OwnedPhotos[] }> {
  const rights = await listDownloadRights(context.db, userId);
  const ofAlbums = rights.filter((right) => right.imageId === null);
  const ofPhotos = new Map(
    rights
      .filter(({ imageId, state }) => imageId !== null && state === 'active')
      .map((right) => [right.imageId ?? 0, right]),
  );
  const photos = await findPhotos(context.db, [...ofPhotos.keys()]);
  const albumOf = await loadAlbums(context, userId, [...ofAlbums, ...photos]);
  const totals = await photoTotals(
    context.db,
    ofAlbums.map(({ albumId }) => albumId),
  );
  const { download_limit: limit } = await getSettings(context);
  return {
    albums: ofAlbums.flatMap((right) => {
      const album = albumOf(right.albumId);
      if (!album) return [];
      const shown = right.state === 'active' ? openOwnedCover(context, album, userId) : album;
      return [toWireAlbumDownload(right, shown, limit, totals.get(right.albumId))];
    }),
    photos: groupPhotos(photos).flatMap((group) => {
      const album = albumOf(group[0].albumId);
      return album ? [toWireOwnedPhotos(album, openPhotos(context, userId, group), group, ofPhotos)] : [];
    }),
  };
}

async function loadAlbums(context: Context, userId: number, of: { albumId: number }[]) {
  const albums = await albumsById(context, [...new Set(of.map(({ albumId }) => albumId))], userId);
  return (albumId: number): Album | undefined => {
    const found = albums.get(albumId);
    return found && { ...found.album, events: [found.event] };
  };
}

/** Limits each group to the number of images that one token can name. */
function groupPhotos(photos: OwnedPhoto[]): PhotoGroup[] {
  const groups: PhotoGroup[] = [];
  for (const photo of photos) {
    const group = groups.findLast(([first]) => first.albumId === photo.albumId);
    if (group && group.length < MAX_IMAGES_PER_TOKEN) group.push(photo);
    else groups.push([photo]);
  }
  return groups;
}

function openPhotos(context: Context, userId: number, group: PhotoGroup): string {
  const scope = { kind: 'single' as const, imageIds: group.map(({ image }) => image.id) };
  return issueImageToken(context, { folderUuid: group[0].albumUuid, userId, scope }, PHOTO_MINUTES);
}
