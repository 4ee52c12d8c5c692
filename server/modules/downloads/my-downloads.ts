import type { AlbumDownload, OwnedPhotos } from '#contract/endpoints/downloads.ts';
import type { Album } from '#contract/entities/album.ts';
import type { BulkAnswer } from '#contract/lists/list.ts';
import type { Context, Tx } from '#server/context.ts';
import { actForBuyer, countReset } from '#server/modules/accounts/customer-access.ts';
import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { openOwnedCover } from '#server/modules/catalogue/covers.ts';
import {
  findPhotos,
  type OwnedPhoto,
  type PhotoTotals,
  photoTotals,
} from '#server/modules/images/album-originals.ts';
import {
  type DownloadRight,
  findDownloadRight,
  giveDownloadsBack,
  type LockedRight,
  listDownloadRights,
  lockDownloadRights,
} from '#server/modules/orders/purchases.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { recordAudits } from '#server/platform/audit/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { answerForFound } from '#server/platform/lists/act-on-each.ts';
import { issueImageToken, MAX_IMAGES_PER_TOKEN } from '#server/platform/security/image-tokens.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import type { Requested } from './request-download.ts';

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

export async function resetDownloads(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  entitlementId: number,
): Promise<DownloadRight> {
  const right = await findDownloadRight(tx.db, entitlementId);
  if (!right || right.imageId !== null) throw new AppError('not_found');
  await actForBuyer(tx, actor, right.userId);
  await countReset(tx, actor, right.userId);
  await giveBack(tx, actor, await lockDownloadRights(tx.db, right.userId, [entitlementId]));
  return { ...right, downloadsUsed: 0 };
}

export async function resetChosenDownloads(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { userId, entitlementIds }: { userId: number; entitlementIds: readonly number[] },
): Promise<BulkAnswer<number>> {
  await actForBuyer(tx, actor, userId);
  await countReset(tx, actor, userId);
  const chosen = await lockDownloadRights(tx.db, userId, entitlementIds);
  const downloaded = chosen.filter(({ downloadsUsed }) => downloadsUsed > 0);
  await giveBack(tx, actor, downloaded);
  return answerForFound(entitlementIds, chosen);
}

/** The rows must be locked, so that the audit log has exactly the downloads that were given back. */
async function giveBack({ db }: Pick<Tx, 'db'>, actor: Actor, rights: LockedRight[]): Promise<void> {
  await giveDownloadsBack(
    db,
    rights.map(({ id }) => id),
  );
  await recordAudits(
    db,
    rights.map(({ id, userId, albumId, downloadsUsed }) => ({
      actorId: actor.userId,
      action: 'downloads.reset',
      subject: `entitlement:${id}`,
      before: { userId, albumId, downloadsUsed },
      after: { userId, albumId, downloadsUsed: 0 },
    })),
  );
}

export function toWireAllowance({ downloadsUsed }: Pick<DownloadRight, 'downloadsUsed'>, limit: number) {
  return { downloads_used: downloadsUsed, downloads_max: limit };
}

function toWireAlbumDownload(
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

type PhotoGroup = [OwnedPhoto, ...OwnedPhoto[]];

function toWireOwnedPhotos(
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
