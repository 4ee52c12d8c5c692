import type { FastifyInstance } from 'fastify';
import { watermarkEndpoints } from '#contract/endpoints/watermark.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { handle, handleRaw } from '#server/platform/http/handle.ts';
import { previewMark } from './preview-mark.ts';
import { getRemake, startRemake } from './remake-marks.ts';

export function watermarkRoutes(app: FastifyInstance, context: Context): void {
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
