import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import {
  MAX_PHOTO_LINKS,
  type PhotoLink,
  type photoLinkEndpoints,
  type SharedPhotos,
} from '#contract/endpoints/photo-links.ts';
import type { Context, Tx } from '#server/context.ts';
import { actFor, readOf } from '#server/modules/accounts/customer-access.ts';
import { firstNamesOf, isSuspended } from '#server/modules/accounts/find-people.ts';
import { findSoldAlbums, type SoldAlbum } from '#server/modules/catalogue/sold-albums.ts';
import { type ImageInAlbum, imagesById, listVisibleIds } from '#server/modules/images/album-images.ts';
import type { ImageAccess } from '#server/modules/images/image-access.ts';
import { listSearchedImages } from '#server/modules/images/image-faces.ts';
import { findImage, readImageName, type ServeContext } from '#server/modules/images/serve-images.ts';
import { linkViewer } from '#server/modules/images/view-log.ts';
import { listForcedCovers } from '#server/modules/moderation/forced-covers.ts';
import { findOwnedItems } from '#server/modules/orders/purchases.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import { secretLinks } from '#server/platform/security/secret-links.ts';
import { readAddress, SHARED_PICTURE, signAddress } from '#server/platform/security/signed-address.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';
import { serveCovered } from './covered-pictures.ts';

const photoLinks = secretLinks('photoLinks', { of: 'userId', ends: 'endsAt' });
type LinkRow = NonNullable<Awaited<ReturnType<typeof photoLinks.find>>>;

type Chosen = { userId: number; albumId: number; imageIds: readonly number[]; coversOthers: boolean };
type Shown = {
  album: SoldAlbum;
  images: ImageInAlbum['image'][];
  /** Where each photo lies now. */
  folders: ReadonlyMap<number, string>;
  neverShown: ReadonlySet<number>;
};

/**
 * Finds which of the photos the owner may show now: those that are visible and owned, in an album that is published. Staff
 * may have moved them to another one since. Nothing is remembered, so a refund or a hidden photo counts with the next request.
 */
async function findShown(
  { db }: Pick<Tx, 'db'>,
  { userId, albumId, imageIds, coversOthers }: Chosen,
): Promise<Shown | undefined> {
  const found = await imagesById(db, imageIds);
  const albums = await findSoldAlbums(db, [albumId, ...[...found.values()].map((one) => one.albumId)]);
  const album = albums.get(albumId);
  if (!album?.isPublished || (await isSuspended(db, userId))) return undefined;
  const owned = await findOwnedItems(db, userId);
  const folders = new Map<number, string>();
  for (const [imageId, { isVisible, albumId: place }] of found) {
    const isOwned = owned.albums.has(place) || owned.images.has(imageId);
    const now = albums.get(place);
    if (isVisible && isOwned && now?.isPublished) folders.set(imageId, now.uuid);
  }
  // A photo cannot be covered before it was searched for faces.
  const searched = coversOthers ? await listSearchedImages(db, imageIds) : undefined;
  const neverShown = await listNeverShown(db, userId, imageIds);
  const images = imageIds.flatMap((imageId) => {
    const one = found.get(imageId);
    if (!one || !folders.has(imageId) || (searched && !searched.has(imageId))) return [];
    // A placeholder is made of the photo without covers.
    return [coversOthers || neverShown.has(imageId) ? { ...one.image, placeholder: null } : one.image];
  });
  return { album, images, folders, neverShown };
}

/** The photos with a child that somebody other than the owner asked never to show. */
async function listNeverShown(
  db: Db,
  userId: number,
  imageIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const asked = await listForcedCovers(
    db,
    imageIds.map((id) => ({ id, rotation: 0 })),
  );
  const ofOthers = [...asked].filter(([, covers]) => covers.some(({ askedBy }) => askedBy !== userId));
  return new Set(ofOthers.map(([imageId]) => imageId));
}

const MINUTES_PER_DAY = 24 * 60;

type NewLink = BodyOf<typeof photoLinkEndpoints.makePhotoLink>;
type MadeLink = ResponseOf<typeof photoLinkEndpoints.makePhotoLink>;

/** Returns the secret, of which only the hash is stored. */
export async function makePhotoLink(
  tx: Pick<Tx, 'db' | 'clock'>,
  { userId }: Actor,
  { album: albumId, images, label, days, downloads, covers_others: coversOthers }: NewLink,
): Promise<MadeLink> {
  const { db, clock } = tx;
  const now = clock.now();
  await advisoryLock(db, `photo-links:${userId}`);
  const wanted = images ? [...new Set(images)] : await listVisibleIds(db, albumId);
  const shown = await findShown(tx, { userId, albumId, imageIds: wanted, coversOthers });
  const imageIds = shown?.images.map((image) => image.id) ?? [];
  const isElsewhere = shown?.images.some(({ id }) => shown.folders.get(id) !== shown.album.uuid);
  const isComplete = images ? imageIds.length === wanted.length && !isElsewhere : imageIds.length > 0;
  if (
    coversOthers &&
    !isComplete &&
    (await findShown(tx, { userId, albumId, imageIds: wanted, coversOthers: false }))?.images.length
  ) {
    throw new AppError('faces_not_searched');
  }
  if (!shown || !isComplete) throw new AppError('not_found');
  await photoLinks.refuseWhenFull(db, userId, now.toISOString(), {
    max: MAX_PHOTO_LINKS,
    message: `You can have ${MAX_PHOTO_LINKS} links. End one to add another.`,
  });
  const { link, token } = await photoLinks.make(db, {
    userId,
    albumId,
    imageIds,
    label,
    allowsDownloads: downloads,
    coversOthers,
    createdAt: now,
    endsAt: minutesFrom(now, days * MINUTES_PER_DAY),
  });
  return { ...toWireLink(link, shown.album.teamName, now), token };
}

async function showLinks(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  rows: readonly LinkRow[],
): Promise<PhotoLink[]> {
  const albums = await findSoldAlbums(
    db,
    rows.map(({ albumId }) => albumId),
  );
  return rows.map((row) => toWireLink(row, albums.get(row.albumId)?.teamName ?? '', clock.now()));
}

/** Staff reads of a customer's links are recorded. */
export async function listPhotoLinks(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  userId: number,
): Promise<PhotoLink[]> {
  await readOf(tx, actor, { userId, part: 'photo_links' });
  return showLinks(tx, await photoLinks.list(tx.db, userId));
}

type Ending = { linkId: number; userId: number; asStaff?: boolean };

/** Ends an own link, or as staff the link of a customer. Ending it twice changes nothing. */
export async function endPhotoLink(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { linkId, userId, asStaff = false }: Ending,
): Promise<PhotoLink> {
  if (asStaff) await actFor(tx, actor, userId);
  const link = await photoLinks.find(tx.db, linkId);
  if (link?.userId !== userId) throw new AppError('not_found');
  const ended = await photoLinks.end(tx.db, linkId, tx.clock.now());
  if (ended && asStaff) await recordEnd(tx, actor, ended);
  const [shown] = await showLinks(tx, [ended ?? link]);
  if (!shown) throw new AppError('not_found');
  return shown;
}

async function recordEnd({ db }: Pick<Tx, 'db'>, actor: Actor, { id, userId, albumId }: LinkRow) {
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'photo-link.end',
    subject: `user:${userId}`,
    before: { linkId: id, albumId, status: 'works' },
    after: { linkId: id, albumId, status: 'ended' },
  });
}

const isWorking = (link: LinkRow, now: Date) => photoLinks.statusOf(link, now.toISOString()) === 'works';

type Opening = Pick<Context, 'db' | 'clock'>;

/** Wrong, ended and expired links get the same answer, and so does one without a photo that may still be shown. */
async function findShownByToken(context: Opening, token: string): Promise<Shown & { link: LinkRow }> {
  const link = await photoLinks.findByToken(context.db, token);
  const shown = link && isWorking(link, context.clock.now()) && (await findShown(context, link));
  if (!shown || shown.images.length === 0) throw new AppError('not_found');
  return { ...shown, link };
}

export async function openPhotoLink(
  context: Opening & Pick<Context, 'imageKeys'>,
  token: string,
): Promise<SharedPhotos> {
  const { db } = context;
  const { link, ...shown } = await findShownByToken(context, token);
  return {
    title: shown.album.teamName,
    event: shown.album.eventTitle,
    owner_first_name: (await firstNamesOf(db, [link.userId])).get(link.userId) ?? '',
    images: shown.images,
    downloads: link.allowsDownloads,
    ends_at: toIso(link.endsAt),
    auth: signAddress(context, SHARED_PICTURE, link.id),
  };
}

/** The page counts itself, because messengers fetch the address to show what it is about. */
export async function countOpening(context: Opening, token: string): Promise<void> {
  const { link } = await findShownByToken(context, token);
  const lastOpenedAt = context.clock.now();
  await context.db
    .updateTable('photoLinks')
    .set((eb) => ({ timesOpened: eb('timesOpened', '+', 1), lastOpenedAt }))
    .where('id', '=', link.id)
    .execute();
}

function toWireLink(row: LinkRow, title: string, now: Date): PhotoLink {
  return {
    id: row.id,
    album: row.albumId,
    label: row.label,
    title,
    photos: row.imageIds.length,
    downloads: row.allowsDownloads,
    covers_others: row.coversOthers,
    created_at: toIso(row.createdAt),
    ends_at: toIso(row.endsAt),
    times_opened: row.timesOpened,
    last_opened_at: toIsoOrNull(row.lastOpenedAt),
    status: photoLinks.statusOf(row, now.toISOString()),
  };
}

type Serving = Context & ServeContext;

/** Serves clean pictures by the right of the owner, who need not be logged in. */
export async function serveShared(context: Serving, name: string, token: string): Promise<Bytes> {
  const wanted = readImageName(name);
  const linkId = readAddress(context, SHARED_PICTURE, token);
  if (!wanted || linkId === undefined) throw new AppError('not_found');
  const { imageId, variant } = wanted;
  const open = await findOpenLink(context, linkId, imageId);
  if (!open || (variant === 'original' && !open.link.allowsDownloads)) throw new AppError('not_found');
  const { link, folderUuid, hasCovers } = open;
  if (hasCovers) return serveCovered(context, { link, folderUuid, imageId, variant });
  const grant = {
    folderUuid,
    userId: link.userId,
    viewer: linkViewer('photo-link', link.id),
    scope: { kind: 'single' as const, imageIds: [imageId] },
    issuedAtSeconds: 0,
    expiresAtSeconds: Math.ceil(new Date(link.endsAt).getTime() / 1000),
  };
  const imageAccess = resolveLink(context, link, imageId);
  const picture = await findImage({ ...context, imageAccess }, { folderUuid, imageId, variant }, grant);
  if (!picture) throw new AppError('not_found');
  return picture;
}

async function findOpenLink(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  linkId: number,
  imageId: number,
): Promise<{ link: LinkRow; folderUuid: string; hasCovers: boolean } | undefined> {
  const link = await photoLinks.find(db, linkId);
  if (!link || !isWorking(link, clock.now()) || !link.imageIds.includes(imageId)) return undefined;
  const shown = await findShown({ db }, { ...link, imageIds: [imageId] });
  const folderUuid = shown?.folders.get(imageId);
  if (!shown || shown.images.length === 0 || folderUuid === undefined) return undefined;
  const hasCovers = link.coversOthers || shown.neverShown.has(imageId);
  return { link, folderUuid, hasCovers };
}

/** While an original is sent without covers, the link and the right behind it are looked up again. */
function resolveLink(context: Serving, link: LinkRow, imageId: number): ImageAccess {
  const look = async () => {
    const open = await findOpenLink(context, link.id, imageId);
    return open && !open.hasCovers ? 'open' : 'closed';
  };
  return { ...context.imageAccess, check: look, recheck: look };
}
