import type { Context } from '#server/context.ts';
import { findPicture, readPictureName, type ServeContext } from '#server/modules/images/serve-images.ts';
import type { Standing } from '#server/modules/images/standing.ts';
import { linkViewer } from '#server/modules/images/view-log.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import { readPictureToken } from '#server/platform/link-picture-token.ts';
import { findShown } from './find-shown.ts';
import { isWorking } from './open-link.ts';
import { type LinkRow, photoLinks } from './photo-links.queries.ts';

type Serving = Context & ServeContext;

/** Serves clean pictures by the right of the owner, who need not be logged in. */
export async function serveShared(context: Serving, name: string, token: string): Promise<Bytes> {
  const wanted = readPictureName(name);
  const linkId = readPictureToken(context, 'photo-link', token);
  if (!wanted || linkId === undefined) throw new AppError('not_found');
  const { imageId, variant } = wanted;
  const open = await findOpenLink(context, linkId, imageId);
  if (!open || (variant === 'original' && !open.link.allowsDownloads)) throw new AppError('not_found');
  const { link, folderUuid } = open;
  const grant = {
    folderUuid,
    userId: link.userId,
    viewer: linkViewer('photo-link', link.id),
    scope: { kind: 'single' as const, imageIds: [imageId] },
    issuedAtSeconds: 0,
    expiresAtSeconds: Math.ceil(new Date(link.endsAt).getTime() / 1000),
  };
  const standing = followLink(context, link, imageId);
  const picture = await findPicture({ ...context, standing }, { folderUuid, imageId, variant }, grant);
  if (!picture) throw new AppError('not_found');
  return picture;
}

async function findOpenLink(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  linkId: number,
  imageId: number,
): Promise<{ link: LinkRow; folderUuid: string } | undefined> {
  const link = await photoLinks.find(db, linkId);
  if (!link || !isWorking(link, clock.now()) || !link.imageIds.includes(imageId)) return undefined;
  const shown = await findShown({ db }, { ...link, imageIds: [imageId] });
  return shown && shown.images.length > 0 ? { link, folderUuid: shown.album.uuid } : undefined;
}

/** While an original is sent, the link and the right behind it are looked up again. */
function followLink(context: Serving, link: LinkRow, imageId: number): Standing {
  const look = async () => ((await findOpenLink(context, link.id, imageId)) ? 'open' : 'closed');
  return { ...context.standing, check: look, recheck: look };
}
