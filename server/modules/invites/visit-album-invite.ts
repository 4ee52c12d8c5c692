import type { ResponseOf } from '#contract/endpoint.ts';
import type { arrivingEndpoints } from '#contract/endpoints/arriving.ts';
import { plainName } from '#contract/rules/sender-name.ts';
import type { Tx } from '#server/context.ts';
import { firstNamesOf } from '#server/modules/accounts/first-names.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { AppError } from '#server/platform/errors.ts';
import { findAlbumInviteByLink } from './album-invites.queries.ts';

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
