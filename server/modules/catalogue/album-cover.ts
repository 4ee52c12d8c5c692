import type { CoverImage } from '#contract/entities/album.ts';
import type { Context } from '#server/context.ts';
import { ANYONE, issueThumbToken } from '#server/platform/image-tokens.ts';

export type Cover = { cover: CoverImage[]; cover_auth: string | null };
type CoveredAlbum = { uuid: string; cover: CoverImage[] };

export function openCover(
  context: Pick<Context, 'clock' | 'imageKeys'>,
  album: CoveredAlbum,
  userId: number = ANYONE,
): Cover {
  return { cover: album.cover, cover_auth: issueCoverToken(context, album, { userId, isOwned: false }) };
}

/** Shows the owner of an album its cover without the watermark. */
export function openOwnedCover<A extends CoveredAlbum & Cover>(
  context: Pick<Context, 'clock' | 'imageKeys'>,
  album: A,
  userId: number,
): A {
  return { ...album, cover_auth: issueCoverToken(context, album, { userId, isOwned: true }) };
}

/** Returns null if the album has no cover. */
export function issueCoverToken(
  context: Pick<Context, 'clock' | 'imageKeys'>,
  { uuid: folderUuid, cover }: CoveredAlbum,
  { userId, isOwned }: { userId: number; isOwned: boolean },
): string | null {
  if (cover.length === 0) return null;
  const imageIds = cover.map(({ id }) => id);
  return issueThumbToken(context, { folderUuid, userId, imageIds }, isOwned ? 'clean-thumbs' : 'thumbs');
}
