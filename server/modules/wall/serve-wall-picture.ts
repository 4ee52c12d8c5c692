import type { Context } from '#server/context.ts';
import { findWorkingLink } from '#server/modules/event-links/follow-link.ts';
import { readPictureName, type ServeContext } from '#server/modules/images/serve-images.ts';
import { findMarkedPicture } from '#server/modules/images/serve-marked.ts';
import { linkViewer } from '#server/modules/images/view-log.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import { readPictureToken } from '#server/platform/link-picture-token.ts';
import { findShownFolder } from './open-wall.ts';

/** Looks up the link, the switch, the consent and the photo for every picture, so nothing has to be forgotten in time. */
export async function serveWallPicture(
  context: Context & ServeContext,
  name: string,
  token: string,
): Promise<Bytes> {
  const wanted = readPictureName(name);
  const linkId = readPictureToken(context, 'wall', token);
  const link = linkId === undefined ? undefined : await findWorkingLink(context, 'wall', linkId);
  if (wanted?.variant !== 'preview' || !link) throw new AppError('not_found');
  const { imageId, variant } = wanted;
  const folderUuid = await findShownFolder(context, link.eventId, imageId);
  const address = folderUuid && { folderUuid, imageId, variant };
  const picture = address && (await findMarkedPicture(context, address, linkViewer('wall', link.id)));
  if (!picture) throw new AppError('not_found');
  return { ...picture, headers: { ...picture.headers, 'cache-control': 'no-store' } };
}
