import type { ResponseOf } from '#contract/endpoint.ts';
import type { arrivingEndpoints } from '#contract/endpoints/arriving.ts';
import { plainName } from '#contract/rules/sender-name.ts';
import type { Tx } from '#server/context.ts';
import { firstNamesOf } from '#server/modules/accounts/find-people.ts';
import { findAlbumFacts, publicAlbums } from '#server/modules/catalogue/browse-albums.ts';
import { AppError } from '#server/platform/errors.ts';
import { findAlbumInviteByLink, isAlbumShared } from './album-invites.queries.ts';

export async function visitAlbumInvite(
  { db }: Pick<Tx, 'db'>,
  link: string,
): Promise<ResponseOf<typeof arrivingEndpoints.visitAlbumInvite>> {
  const invite = await findAlbumInviteByLink(db, link);
  const album = invite && (await findAlbumFacts(db, invite.albumId));
  if (!invite || !album?.isPublished || invite.revokedAt !== null) throw new AppError('not_found');
  const names = await firstNamesOf(db, [invite.invitedBy]);
  return {
    inviter_first_name: plainName(names.get(invite.invitedBy) ?? '') ?? null,
    album_uuid: album.uuid,
  };
}

/** An album that exists but was not shared is answered exactly like one that does not exist. */
export async function visitAlbum(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys'>,
  albumId: number,
): Promise<ResponseOf<typeof arrivingEndpoints.visitAlbum>> {
  const [found] = (await isAlbumShared(tx.db, albumId)) ? await publicAlbums(tx, [albumId]) : [];
  if (!found) throw new AppError('not_found');
  const { uuid: _uuid, identifier: _identifier, cover: _cover, cover_auth: _auth, ...album } = found.album;
  return { ...album, events: [found.event] };
}
