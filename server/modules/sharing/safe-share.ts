import sharp, { type OverlayOptions } from 'sharp';
import type { BodyOf } from '#contract/endpoint.ts';
import type { SafePhoto, safeShareEndpoints } from '#contract/endpoints/safe-share.ts';
import type { Image } from '#contract/entities/album.ts';
import {
  type CoverBox,
  coveredArea,
  isSameFace,
  joinBoxes,
  MAX_COVERED_AREA,
  MAX_SPONSOR_SHARE,
  teamColor,
} from '#contract/rules/safe-share.ts';
import type { Context, Tx } from '#server/context.ts';
import { isSuspended } from '#server/modules/accounts/find-people.ts';
import { listOwnFaces } from '#server/modules/athletes/find-matches.ts';
import { findSoldAlbums, type SoldAlbum } from '#server/modules/catalogue/sold-albums.ts';
import { findSponsorFrame, hasSponsorFrame } from '#server/modules/catalogue/sponsor-frames.ts';
import { toWireImage } from '#server/modules/images/album-images.ts';
import { findBoxesToCover } from '#server/modules/images/image-faces.ts';
import { findReadyImages, type PlacedImage } from '#server/modules/images/image-records.ts';
import { makeSafeCopy } from '#server/modules/images/safe-copy.ts';
import type { ServeContext } from '#server/modules/images/serve-images.ts';
import { listForcedCovers } from '#server/modules/moderation/forced-covers.ts';
import { findOwnedItems } from '#server/modules/orders/purchases.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Db } from '#server/platform/database/database.ts';
import { outlineText } from '#server/platform/drawing/text-outlines.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { type ImageGrant, issueImageToken } from '#server/platform/security/image-tokens.ts';

const TOKEN_MINUTES = 60;

type OwnedPhoto = { image: Image; placed: PlacedImage; album: SoldAlbum };

/** Everybody but the owner of a visible photo gets the same answer, so that no box leaves. */
async function findOwnedPhoto(db: Db, userId: number, imageId: number): Promise<OwnedPhoto> {
  const [placed] = await findReadyImages(db, [imageId]);
  const albumId = placed?.hiddenAt === null ? placed.albumId : null;
  const album = albumId === null ? undefined : (await findSoldAlbums(db, [albumId])).get(albumId);
  if (!placed || !album || (await isSuspended(db, userId))) throw new AppError('not_found');
  const owned = await findOwnedItems(db, userId);
  if (!owned.albums.has(album.albumId) && !owned.images.has(imageId)) throw new AppError('not_found');
  return { image: toWireImage(placed), placed, album };
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
  const stored = await findBoxesToCover(tx.db, image);
  const own = await listOwnFaces(tx, userId, [image.id]);
  const asked = (await listForcedCovers(tx.db, [image])).get(image.id) ?? [];
  const boxes = stored ?? [];
  const others = asked
    .map((cover) => cover.box)
    .filter((box) => !boxes.some((face) => isSameFace(face, box)));
  const faces = [...boxes, ...others].map((box): SeenFace => {
    const forced = asked.filter((cover) => cover.askedBy !== userId && isSameFace(cover.box, box));
    return {
      // A detector that finds less here later must not make the cover smaller.
      box: tidy(forced.reduce((joined, cover) => joinBoxes(joined, cover.box), box)),
      // Exactly the face that was matched: a neighbor's may overlap it, and that of a photo that was turned since lies elsewhere.
      athlete: own.find((face) => face.box.x === box.x && face.box.y === box.y)?.name ?? null,
      is_forced: forced.length > 0,
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

/** A safe copy marks the photo as taken, as an original does, so it can no longer be swapped. */
export async function orderSafeCopy(
  context: Context & Pick<ServeContext, 'imageAccess'>,
  { userId }: Actor,
  { imageId, covers, visible, style, ratio, ...order }: Order,
): Promise<Buffer> {
  const { image, placed, album } = await findOwnedPhoto(context.db, userId, imageId);
  if (coveredArea(covers, image) > MAX_COVERED_AREA) throw new AppError('covers_too_large');
  if (placed.rotation !== order.rotation) throw new AppError('conflict');
  const { faces } = await readFaces(context, { userId, image: placed });
  const forced = faces.filter((face) => face.is_forced).map(({ box }) => box);
  const { site_name: siteName } = await getSettings(context);
  const frame = {
    team: order.team_frame ? { team: album.teamName, event: album.eventName, siteName } : null,
    sponsor: order.sponsor_frame ? await findSponsorFrame(context.db, album.eventId) : undefined,
  };
  const copy = await makeSafeCopy(
    context,
    { userId, image: placed },
    {
      rotation: placed.rotation,
      covers: [...covers, ...forced],
      visible: visible.filter((box) => !forced.some((other) => isSameFace(other, box))),
      look: { style, color: teamColor(album.teamName) },
      ratio,
      frame: (size) => drawShareFrame(frame, size),
    },
  );
  if (!copy) throw new AppError('not_found');
  // The right is checked last, because it may have ended while the copy was made.
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

type ShareFrame = {
  /** Null without a team frame. */
  team: { team: string; event: string; siteName: string } | null;
  sponsor: Buffer | undefined;
};

type Size = { width: number; height: number };

/** Draws the team's edge and names, and the sponsor's picture across the bottom. No font has to be installed. */
async function drawShareFrame({ team, sponsor }: ShareFrame, size: Size): Promise<OverlayOptions[]> {
  const strip = sponsor && (await fitSponsor(sponsor, size));
  const stripHeight = strip?.height ?? 0;
  return [
    ...(team
      ? [{ input: await drawTeam(team, { ...size, height: size.height - stripHeight }), left: 0, top: 0 }]
      : []),
    ...(strip
      ? [
          {
            input: strip.picture,
            left: Math.floor((size.width - strip.width) / 2),
            top: size.height - strip.height,
          },
        ]
      : []),
  ];
}

async function fitSponsor(sponsor: Buffer, { width, height }: Size) {
  const { data, info } = await sharp(sponsor)
    .resize({ width, height: Math.max(1, Math.floor(height * MAX_SPONSOR_SHARE)), fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { picture: data, width: info.width, height: info.height };
}

/** The words are as large as fits beside the name of the site. */
async function drawTeam(
  { team, event, siteName }: NonNullable<ShareFrame['team']>,
  { width, height }: Size,
): Promise<Buffer> {
  const unit = Math.min(width, height) / 100;
  const margin = 4 * unit;
  const [name, line, site] = await Promise.all([team, event, siteName].map((words) => outlineText(words)));
  const siteScale = Math.min((3.4 * unit) / 100, (0.4 * width) / Math.max(1, site?.width ?? 0));
  const room = width - 3 * margin - (site?.width ?? 0) * siteScale;
  const scaleOf = (words: { width: number } | undefined, most: number) =>
    Math.min((most * unit) / 100, room / Math.max(1, words?.width ?? 1));
  const color = teamColor(team);
  const edge = 1.2 * unit;
  const put = (words: { path: string } | undefined, x: number, y: number, scale: number, opacity = 1) =>
    `<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})" fill="#fff" opacity="${opacity}" d="${words?.path ?? ''}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#08102c" stop-opacity="0"/><stop offset=".5" stop-color="#08102c" stop-opacity=".88"/></linearGradient></defs>
    <rect y="${(height - 20 * unit).toFixed(1)}" width="${width}" height="${(20 * unit).toFixed(1)}" fill="url(#dusk)"/>
    ${put(name, margin, height - 8 * unit, scaleOf(name, 5.4))}
    ${put(line, margin, height - 4 * unit, scaleOf(line, 3.2), 0.85)}
    ${put(site, width - margin - (site?.width ?? 0) * siteScale, height - 4 * unit, siteScale)}
    <rect x="${edge / 2}" y="${edge / 2}" width="${width - edge}" height="${height - edge}" fill="none" stroke="${color}" stroke-width="${edge}"/>
  </svg>`;
  return Buffer.from(svg);
}
