import type { FastifyInstance } from 'fastify';
import { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { imageEndpoints } from '#contract/endpoints/images.ts';
import { watermarkEndpoints } from '#contract/endpoints/watermark.ts';
import { type Context, inTransaction } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { getEvent } from '#server/modules/catalogue/browse-albums.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { handle, handleRaw } from '#server/platform/http/handle.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { ANYONE } from '#server/platform/security/image-tokens.ts';
import { listEventImages } from './album-images.ts';
import { openMailCover } from './mail-cover.ts';
import { getAlbum, previewAlbum } from './open-album.ts';
import { NO_METER } from './preview-meter.ts';
import { describeAccess } from './proxy-access.ts';
import { getRemake, startRemake } from './remake-marks.ts';
import {
  checkBearer,
  checkGrant,
  checkImageAccess,
  findImage,
  readAddress,
  type ServeContext,
} from './serve-images.ts';
import { previewMark } from './watermark.ts';

export function imageRoutes(
  app: FastifyInstance,
  context: Context & ServeContext,
  purchases: Purchases,
): void {
  const { imageAccess, meter } = context;
  app.addHook('onClose', () => meter.flush());
  handle(app, catalogueEndpoints.getAlbum, ({ params, actor }) =>
    getAlbum({ ...context, purchases }, actor, params.id),
  );
  handle(app, albumAdministrationEndpoints.previewAlbum, ({ actor, params }) =>
    previewAlbum({ ...context, purchases }, actor, params.id),
  );
  handle(app, catalogueEndpoints.listEventImages, async ({ params }) => {
    await getEvent(context.db, params.id);
    return listEventImages(context.db, params.id);
  });
  handleRaw(app, imageEndpoints.getMailCover, ({ params }) =>
    openMailCover(context, String((params as { token: string }).token)),
  );
  handleRaw(app, imageEndpoints.getProxyAccess, ({ params, query }) => {
    const { a: folderUuid } = params as { a: string };
    const { auth = '' } = query as { auth?: string | string[] };
    return describeAccess(context, { folderUuid, token: String(auth) });
  });
  handleRaw(app, imageEndpoints.getImage, async ({ params, query, actor, method, ip }) => {
    const { a, b } = params as { a: string; b: string };
    const { auth } = query as { auth?: string | string[] };
    const address = readAddress(a, b);
    if (!address) throw new AppError('not_found');
    if (!auth) throw new AppError('not_logged_in');
    const grant = checkGrant(context, address, String(auth));
    if (actor) checkBearer(grant, actor.userId);
    await checkImageAccess(imageAccess, grant, address);
    const counting = method === 'HEAD' ? { ...context, meter: NO_METER } : context;
    const isUnverified = grant.userId !== ANYONE && !(await imageAccess.isVerified(grant));
    const waitSeconds = isUnverified
      ? counting.meter.takeUnverified(grant, networkOf(ip))
      : counting.meter.take(grant, address.variant);
    if (waitSeconds > 0) {
      const code = isUnverified ? 'covers_exceeded' : 'too_many_requests';
      throw new AppError(code, { details: { retry_after_seconds: waitSeconds } });
    }
    const picture = await findImage(counting, address, grant);
    if (!picture) throw new AppError('not_found');
    return picture;
  });

  handleRaw(app, watermarkEndpoints.previewWatermark, async ({ query }) => {
    const mark = watermarkEndpoints.previewWatermark.query.safeParse(query);
    if (!mark.success) {
      const details = mark.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
      throw new AppError('invalid_request', { details });
    }
    const { text, opacity_percent: opacityPercent, size_percent: sizePercent } = mark.data;
    return previewMark({ text, opacityPercent, sizePercent });
  });
  handle(app, watermarkEndpoints.watermarkRemake, () => getRemake(context));
  handle(app, watermarkEndpoints.startWatermarkRemake, async ({ actor }) => {
    await inTransaction(context, (tx) => startRemake(tx, actor));
    return getRemake(context);
  });
}
