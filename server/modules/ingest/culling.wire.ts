import type { CulledPhoto, PhotoAction } from '#contract/endpoints/culling.ts';
import { type listPhotosToCull, toWireImage } from '#server/modules/images/album-images.ts';
import type { ActionRow } from '#server/modules/images/photo-actions.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';
import type { Frame, Suggestion, Suggestions } from './suggestions.rules.ts';

export function toWireAction(
  row: ActionRow,
  { since, actor }: { since: Date; actor: string | null },
): PhotoAction {
  return {
    key: row.key,
    kind: row.kind as PhotoAction['kind'],
    photos: row.images,
    album: row.albumId,
    to_album: row.toAlbumId,
    to_title: row.toAlbumId === null ? null : [row.toProgram, row.toTeam].filter(Boolean).join(' '),
    actor,
    created_at: toIso(row.createdAt),
    undone_at: toIsoOrNull(row.undoneAt),
    undone_photos: row.undoneImages,
    can_undo: row.undoneAt === null && row.images > 0 && new Date(row.createdAt) >= since,
  };
}

type PhotoRow = Awaited<ReturnType<typeof listPhotosToCull>>[number];

export function toFrame(row: PhotoRow): Frame {
  const { id, cameraSerial, perceptualHash, sharpness, capturedAt } = row;
  const capturedAtMs = capturedAt === null ? null : Date.parse(toIso(capturedAt));
  return { id, cameraSerial, perceptualHash, sharpness, capturedAtMs };
}

function toWireGroup(suggestion: Suggestion | undefined): CulledPhoto['burst'] {
  if (!suggestion) return null;
  return { group: suggestion.group, size: suggestion.size, is_best: suggestion.isBest };
}

export function toWireCulledPhoto(row: PhotoRow, { bursts, alike }: Suggestions): CulledPhoto {
  return {
    ...toWireImage(row),
    file_name: row.fileName,
    camera_serial: row.cameraSerial,
    photographer: row.photographer,
    is_rejected: row.rejectedAt !== null,
    rotation: row.rotation as CulledPhoto['rotation'],
    is_turning: row.rotation !== row.shownRotation,
    burst: toWireGroup(bursts.get(row.id)),
    alike: toWireGroup(alike.get(row.id)),
  };
}
