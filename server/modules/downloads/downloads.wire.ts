import type { AlbumDownload, OwnedPhotos } from '#contract/endpoints/downloads.ts';
import type { Album } from '#contract/entities/album.ts';
import type { OwnedPhoto, PhotoTotals } from '#server/modules/images/album-originals.ts';
import type { DownloadRight } from '#server/modules/orders/purchases.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import type { Requested } from './request-download.ts';

export function toWireAllowance({ downloadsUsed }: Pick<DownloadRight, 'downloadsUsed'>, limit: number) {
  return { downloads_used: downloadsUsed, downloads_max: limit };
}

export function toWireAlbumDownload(
  right: DownloadRight,
  album: Album,
  limit: number,
  totals: PhotoTotals = { photos: 0, sizeBytes: 0 },
): AlbumDownload {
  return {
    id: right.id,
    album,
    photos: totals.photos,
    size_bytes: totals.sizeBytes,
    ...toWireAllowance(right, limit),
    is_suspended: right.state === 'suspended',
    is_taken: right.takenAt !== null,
    is_swapped: Boolean(right.isSwapped),
    bought_at: toIso(right.createdAt),
    order_key: right.orderKey,
    order_line: right.orderLineId,
  };
}

export type PhotoGroup = [OwnedPhoto, ...OwnedPhoto[]];

export function toWireOwnedPhotos(
  album: Album,
  auth: string,
  group: PhotoGroup,
  rights: ReadonlyMap<number, DownloadRight>,
): OwnedPhotos {
  return {
    album,
    auth,
    images: group.map(({ image, fileName }) => ({
      ...image,
      file_name: fileName,
      order_key: rights.get(image.id)?.orderKey ?? null,
    })),
  };
}

export function toWireRequested(requested: Requested) {
  const allowance = toWireAllowance(requested.right, requested.limit);
  if (!requested.isReady) return { progress: requested.progress, ...allowance };
  const { path, sizeBytes, expiresAt } = requested;
  return { url: `/api${path}`, size_bytes: sizeBytes, expires_at: expiresAt.toISOString(), ...allowance };
}
