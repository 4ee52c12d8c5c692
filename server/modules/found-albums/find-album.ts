import type { UserFoundAlbum } from '#contract/entities/album.ts';
import type { Tx } from '#server/context.ts';
import { isSuspended } from '#server/modules/accounts/find-people.ts';
import { isSameMailbox } from '#server/modules/accounts/mailboxes.ts';
import { ownershipsOf, type Purchases } from '#server/modules/catalogue/album-ownership.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { findFound, findHeld, holdAlbum, holdInvitedAlbum } from './found-albums.queries.ts';
import { notifyAlbumsGained } from './held-album.ts';
import { loadOpenAlbums, type OpenAlbum, toWireFoundAlbum } from './my-albums.ts';

/** Adds an album to the customer's found albums. Asking again changes nothing. Athletes are not searched in it. */
export async function findAlbum(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'log'> & { purchases: Purchases },
  { userId }: Actor,
  { albumId, eventId }: { albumId: number; eventId: number },
): Promise<UserFoundAlbum> {
  const album = await loadPublishedAlbum(tx, { userId, albumId });
  if (album.event.id !== eventId) throw new AppError('not_found');
  return showFound(tx.db, await holdAlbum(tx.db, { userId, albumId, foundBy: 'opened' }), album);
}

/**
 * Adds the album of an invitation that the caller has checked. It opens the album past a preview quota, and to the search
 * for faces, only if the sender owns the album and is not suspended: otherwise two people could widen their quotas by inviting
 * each other.
 */
export async function findAlbumByInvite(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'log' | 'queue'> & { purchases: Purchases },
  { userId, albumId, invitedBy }: { userId: number; albumId: number; invitedBy: number },
): Promise<UserFoundAlbum> {
  const album = await loadPublishedAlbum(tx, { userId, albumId });
  const isVouched = await mayVouch(tx, { userId, invitedBy, albumId });
  const foundId = await holdInvitedAlbum(tx.db, { userId, albumId, isVouched });
  await publishLive(tx.db, { to: userId, kind: 'albums' });
  await notifyAlbumsGained(tx, userId);
  return showFound(tx.db, foundId, album);
}

export async function holdsAlbum(db: Db, userId: number, albumId: number): Promise<boolean> {
  return (await findHeld(db, userId, albumId)) !== undefined;
}

async function mayVouch(
  { db, purchases }: Pick<Tx, 'db'> & { purchases: Purchases },
  { userId, invitedBy, albumId }: { userId: number; invitedBy: number; albumId: number },
): Promise<boolean> {
  const { owned } = (await ownershipsOf(purchases, db, invitedBy, [albumId]))(albumId);
  return owned && !(await isSameMailbox(db, userId, invitedBy)) && !(await isSuspended(db, invitedBy));
}

async function loadPublishedAlbum(
  tx: Parameters<typeof loadOpenAlbums>[0],
  { userId, albumId }: { userId: number; albumId: number },
): Promise<OpenAlbum> {
  const album = (await loadOpenAlbums(tx, { userId, albumIds: [albumId] })).get(albumId);
  if (!album || album.publishedAt === null) throw new AppError('not_found');
  return album;
}

async function showFound(db: Db, foundId: number, album: OpenAlbum): Promise<UserFoundAlbum> {
  const row = await findFound(db, foundId);
  if (!row) throw new AppError('not_found');
  return toWireFoundAlbum({ ...album, row });
}
