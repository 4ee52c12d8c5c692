import type { Invite } from '#contract/endpoints/invites.ts';
import type { Context, Tx } from '#server/context.ts';
import { holdsAlbum } from '#server/modules/found-albums/find-album.ts';
import { endPublicAction } from '#server/modules/public-actions/make-action.ts';
import { AppError } from '#server/platform/errors.ts';
import { listAlbumInvites, markAlbumInviteRevoked } from './album-invites.queries.ts';
import { toWireAlbumInvite } from './invites.wire.ts';

/** Those the asker has invited; whom others invited is theirs to know. */
export async function listInvitesToAlbum(
  { db }: Pick<Context, 'db'>,
  userId: number,
  albumId: number,
): Promise<Invite[]> {
  if (!(await holdsAlbum(db, userId, albumId))) throw new AppError('not_found');
  return (await listAlbumInvites(db, albumId, userId)).map(toWireAlbumInvite);
}

/** Its link opens nothing from now on. Whoever joined by it stays. */
export async function revokeAlbumInvite(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  userId: number,
  inviteId: number,
): Promise<void> {
  const now = clock.now();
  const revoked = await markAlbumInviteRevoked(db, inviteId, userId, now);
  if (!revoked) throw new AppError('not_found');
  await endPublicAction(db, revoked.publicActionUuid, now);
}
