import type { FastifyInstance } from 'fastify';
import { passEndpoints } from '#contract/endpoints/passes.ts';
import type { Context } from '#server/context.ts';
import type { ServeContext } from '#server/modules/images/serve-images.ts';
import { getBatchOfPass, openBatchOfPass } from '#server/modules/ingest/pass-batches.ts';
import { reportPhotographer } from '#server/modules/reports/statements.ts';
import { handle, handleRaw } from '#server/platform/http/handle.ts';
import { followPass } from './follow-pass.ts';
import { listPassFrames } from './list-frames.ts';
import { openPass } from './open-pass.ts';
import { serveFrame } from './serve-frame.ts';

export function passRoutes(app: FastifyInstance, context: Context & ServeContext): void {
  handle(app, passEndpoints.openPass, ({ body }) => openPass(context, body.token));
  handle(app, passEndpoints.openPassBatch, async ({ body }) =>
    openBatchOfPass(context, await followPass(context, body.token), body.total_files),
  );
  handle(app, passEndpoints.getPassBatch, async ({ body }) =>
    getBatchOfPass(context, await followPass(context, body.token), body.batch),
  );
  handle(app, passEndpoints.listPassFrames, ({ body }) => listPassFrames(context, body));
  handle(app, passEndpoints.passStatement, async ({ body }) => {
    const { eventId, label } = await followPass(context, body.token);
    return reportPhotographer(context, { eventId, photographer: label });
  });
  handleRaw(app, passEndpoints.passPicture, ({ params, query }) => {
    const { name } = params as { name: string };
    const { auth = '' } = query as { auth?: string | string[] };
    return serveFrame(context, name, String(auth));
  });
}
