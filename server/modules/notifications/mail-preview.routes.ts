import type { FastifyInstance } from 'fastify';
import { settingsEndpoints } from '#contract/endpoints/settings.ts';
import type { Context } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { previewMail, type SampleReceipt, sendPreviewMail } from './preview-mail.ts';

export function mailPreviewRoutes(
  app: FastifyInstance,
  context: Context,
  sampleReceipt: SampleReceipt,
): void {
  handle(app, settingsEndpoints.previewMail, ({ actor, body }) =>
    previewMail({ ...context, sampleReceipt }, actor, body),
  );
  handle(app, settingsEndpoints.sendPreviewMail, ({ actor, body, request }) =>
    sendPreviewMail({ ...context, sampleReceipt }, actor, { request: body, key: request.id }),
  );
}
