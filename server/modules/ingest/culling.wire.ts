import type { CulledPhoto, PhotoAction } from '#contract/endpoints/culling.ts';
import { type listPhotosToCull, toWireImage } from '#server/modules/images/album-images.ts';
import { decisionOf } from '#server/modules/images/image-records.ts';
import type { ActionRow } from '#server/modules/images/photo-actions.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';
import type { Frame, Suggestion, Suggestions } from './suggestions.rules.ts';

export function toWireAction(
  row: ActionRow,
  { since, actor, viewerId }: { since: Date; actor: string | null; viewerId: number },
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
    is_mine: row.actorId === viewerId,
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

const MAX_FACES = 20;
const round = (fraction: number) => Math.round(fraction * 10_000) / 10_000;

/** The largest first, because staff look at them first. */
function boxesOf(faces: NonNullable<PhotoRow['faces']>): NonNullable<CulledPhoto['faces']> {
  return faces
    .map(({ box }) => box)
    .toSorted((a, b) => b.width * b.height - a.width * a.height)
    .slice(0, MAX_FACES)
    .map(({ x, y, width, height }) => ({
      x: round(x),
      y: round(y),
      width: round(width),
      height: round(height),
    }));
}

export function toWireCulledPhoto(row: PhotoRow, { bursts, alike }: Suggestions): CulledPhoto {
  return {
    ...toWireImage(row),
    file_name: row.fileName,
    camera_serial: row.cameraSerial,
    photographer: row.photographer,
    is_kept: decisionOf(row) === 'kept',
    is_rejected: decisionOf(row) === 'rejected',
    sharpness: row.sharpness,
    faces: row.faces && boxesOf(row.faces),
    rotation: row.rotation as CulledPhoto['rotation'],
    is_turning: row.rotation !== row.shownRotation,
    burst: toWireGroup(bursts.get(row.id)),
    alike: toWireGroup(alike.get(row.id)),
  };
}
