import type { Context } from '#server/context.ts';
import { findPassesOfSame, findWorkingLink } from '#server/modules/event-links/follow-link.ts';
import { findFrameFolder } from '#server/modules/images/frames-of-passes.ts';
import { readPictureName, type ServeContext } from '#server/modules/images/serve-images.ts';
import { findMarkedPicture } from '#server/modules/images/serve-marked.ts';
import { linkViewer } from '#server/modules/images/view-log.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import { readPictureToken } from '#server/platform/link-picture-token.ts';

/** Serves watermarked thumbs of own frames, also of doubtful and hidden ones. */
export async function serveFrame(
  context: Context & ServeContext,
  name: string,
  token: string,
): Promise<Bytes> {
  const wanted = readPictureName(name);
  const passId = readPictureToken(context, 'pass', token);
  const pass = passId === undefined ? undefined : await findWorkingLink(context, 'pass', passId);
  if (wanted?.variant !== 'thumb' || !pass) throw new AppError('not_found');
  const passIds = await findPassesOfSame(context.db, pass);
  const folderUuid = await findFrameFolder(context.db, passIds, wanted.imageId);
  const address = folderUuid && { folderUuid, imageId: wanted.imageId, variant: wanted.variant };
  const picture = address && (await findMarkedPicture(context, address, linkViewer('pass', pass.id)));
  if (!picture) throw new AppError('not_found');
  return picture;
}
