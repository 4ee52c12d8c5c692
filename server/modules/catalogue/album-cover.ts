import type { CoverImage } from '#contract/entities/album.ts';
import type { Context } from '#server/context.ts';
import { ANYONE, issueThumbToken } from '#server/platform/image-tokens.ts';

export type Cover = { cover: CoverImage[]; cover_auth: string | null };
type CoveredAlbum = { uuid: string; cover: CoverImage[] };

export function openCover(
  context: Pick<Context, 'clock' | 'imageKeys'>,
  { uuid, cover }: CoveredAlbum,
  userId: number = ANYONE,
): Cover {
  if (cover.length === 0) return { cover: [], cover_auth: null };
  const imageIds = cover.map(({ id }) => id);
  return { cover, cover_auth: issueThumbToken(context, { folderUuid: uuid, userId, imageIds }) };
}

/** Shows the owner of an album its cover without the watermark. */
export function openOwnedCover<A extends CoveredAlbum & Cover>(
  context: Pick<Context, 'clock' | 'imageKeys'>,
  album: A,
  userId: number,
): A {
  const { uuid: folderUuid, cover } = album;
  if (cover.length === 0) return album;
  const imageIds = cover.map(({ id }) => id);
  return { ...album, cover_auth: issueThumbToken(context, { folderUuid, userId, imageIds }, 'clean-thumbs') };
}
