import type { BodyOf } from '#contract/endpoint.ts';
import type { SafePhoto, safeShareEndpoints } from '#contract/endpoints/safe-share.ts';
import { type CoverBox, isSameFace, teamColor } from '#contract/rules/safe-share.ts';
import type { Context, Tx } from '#server/context.ts';
import { isSuspended } from '#server/modules/accounts/find-people.ts';
import { listOwnFaces } from '#server/modules/athletes/find-matches.ts';
import { findSoldAlbums, type SoldAlbum } from '#server/modules/catalogue/sold-albums.ts';
import { findSponsorFrame, hasSponsorFrame } from '#server/modules/catalogue/sponsor-frames.ts';
import { type ImageInAlbum, imagesById } from '#server/modules/images/album-images.ts';
import { findBoxesToCover } from '#server/modules/images/image-faces.ts';
import { findReadyImages, type PlacedImage } from '#server/modules/images/image-records.ts';
import { makeSafeCopy } from '#server/modules/images/safe-copy.ts';
import type { ServeContext } from '#server/modules/images/serve-images.ts';
import { listForcedCovers } from '#server/modules/moderation/forced-covers.ts';
import { purchases } from '#server/modules/orders/purchases.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { type ImageGrant, issueImageToken } from '#server/platform/security/image-tokens.ts';
import { drawShareFrame } from './draw-share-frame.ts';

const TOKEN_MINUTES = 60;

type OwnedPhoto = { image: ImageInAlbum['image']; placed: PlacedImage; album: SoldAlbum };

/** Everybody but the owner of a visible photo gets the same answer, so that no box leaves. */
async function findOwnedPhoto(db: Db, userId: number, imageId: number): Promise<OwnedPhoto> {
  const found = (await imagesById(db, [imageId])).get(imageId);
  const [placed] = await findReadyImages(db, [imageId]);
  const album = found && (await findSoldAlbums(db, [found.albumId])).get(found.albumId);
  if (!found?.isVisible || !placed || !album || (await isSuspended(db, userId)))
    throw new AppError('not_found');
  const isWhole =
    (await purchases.ownershipsOf(db, userId, [found.albumId])).get(found.albumId)?.owned ?? false;
  const isOwned =
    isWhole || (await purchases.ownedImagesOf(db, userId)).some(({ image }) => image === imageId);
  if (!isOwned) throw new AppError('not_found');
  return { image: found.image, placed, album };
}

type SeenFace = SafePhoto['faces'][number];
type FaceTx = Parameters<typeof listOwnFaces>[0];

/**
 * The faces of a photo as one person sees them. A face that somebody else asked never to show is covered even if no face was
 * found there, or if it looks like the person's own athlete.
 */
export async function readFaces(
  tx: FaceTx,
  { userId, image }: { userId: number; image: Pick<PlacedImage, 'id' | 'rotation'> },
): Promise<{ isSearched: boolean; faces: SeenFace[] }> {
  const stored = await findBoxesToCover(tx.db, image.id);
  const own = await listOwnFaces(tx, userId, [image.id]);
  const asked = (await listForcedCovers(tx.db, [image])).get(image.id) ?? [];
  const boxes = stored ?? [];
  const others = asked
    .map((cover) => cover.box)
    .filter((box) => !boxes.some((face) => isSameFace(face, box)));
  const faces = [...boxes, ...others].map((box): SeenFace => {
    const requests = asked.filter((cover) => isSameFace(cover.box, box));
    return {
      box: tidy(box),
      athlete: own.find((face) => isSameFace(face.box, box))?.name ?? null,
      is_forced: requests.some(({ askedBy }) => askedBy !== userId),
      is_asked: requests.some(({ askedBy }) => askedBy === userId),
    };
  });
  return { isSearched: stored !== null, faces };
}

/** Keeps rounding errors of a detector inside the picture. */
function tidy({ x, y, width, height }: CoverBox): CoverBox {
  const [left, top] = [Math.min(Math.max(x, 0), 1), Math.min(Math.max(y, 0), 1)];
  return {
    x: left,
    y: top,
    width: Math.min(Math.max(width, 0), 1 - left),
    height: Math.min(Math.max(height, 0), 1 - top),
  };
}

export async function getSafePhoto(
  tx: FaceTx & Pick<Tx, 'clock' | 'imageKeys'>,
  { userId }: Actor,
  imageId: number,
): Promise<SafePhoto> {
  const { image, placed, album } = await findOwnedPhoto(tx.db, userId, imageId);
  // The photo on the screen is not turned yet, so its faces lie elsewhere.
  if (placed.rotation !== placed.shownRotation) throw new AppError('conflict');
  const { isSearched, faces } = await readFaces(tx, { userId, image: placed });
  return {
    image,
    rotation: placed.rotation as SafePhoto['rotation'],
    folder: album.uuid,
    auth: issueImageToken(tx, grantOf(userId, imageId, album.uuid), TOKEN_MINUTES),
    is_searched: isSearched,
    faces,
    team: album.teamName,
    event: album.eventName,
    sponsor_event: (await hasSponsorFrame(tx.db, album.eventId)) ? album.eventId : null,
  };
}

function grantOf(userId: number, imageId: number, folderUuid: string): ImageGrant {
  return { folderUuid, userId, scope: { kind: 'single', imageIds: [imageId] } };
}

type Order = BodyOf<typeof safeShareEndpoints.makeSafeCopy> & { imageId: number };

/** Whoever gets the copy has taken the photo, as with an original, and can no longer swap it. */
export async function orderSafeCopy(
  context: Context & Pick<ServeContext, 'imageAccess'>,
  { userId }: Actor,
  { imageId, covers, visible, style, ratio, ...order }: Order,
): Promise<Buffer> {
  const { placed, album } = await findOwnedPhoto(context.db, userId, imageId);
  if (placed.rotation !== order.rotation) throw new AppError('conflict');
  const { faces } = await readFaces(context, { userId, image: placed });
  const forced = faces.filter((face) => face.is_forced).map(({ box }) => box);
  const { site_name: siteName } = await getSettings(context);
  const frame = {
    team: order.team_frame ? { team: album.teamName, event: album.eventName, siteName } : null,
    sponsor: order.sponsor_frame ? await findSponsorFrame(context.db, album.eventId) : undefined,
  };
  const copy = await makeSafeCopy(context, placed, {
    rotation: placed.rotation,
    covers: [...covers, ...forced],
    visible: visible.filter((box) => !forced.some((other) => isSameFace(other, box))),
    look: { style, color: teamColor(album.teamName) },
    ratio,
    frame: (size) => drawShareFrame(frame, size),
  });
  if (!copy) throw new AppError('not_found');
  // The right is asked for last, because it may have ended while the copy was made.
  await takePhoto(context, { userId, imageId, folderUuid: album.uuid });
  return copy;
}

export async function takePhoto(
  { imageAccess }: Pick<ServeContext, 'imageAccess'>,
  { userId, imageId, folderUuid }: { userId: number; imageId: number; folderUuid: string },
): Promise<void> {
  const grant = { ...grantOf(userId, imageId, folderUuid), issuedAtSeconds: 0, expiresAtSeconds: 0 };
  if (!(await imageAccess.takeOriginal(grant, imageId))) throw new AppError('not_found');
}
