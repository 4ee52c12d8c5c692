import type { FastifyInstance } from 'fastify';
import { leakEndpoints } from '#contract/endpoints/leaks.ts';
import type { Context } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { receiveImage } from './receive-image.ts';
import { listTraces, showTrace } from './show-trace.ts';
import { startTrace } from './start-trace.ts';

export function leakRoutes(app: FastifyInstance, context: Context): void {
  handle(app, leakEndpoints.listTraces, ({ actor }) => listTraces(context, actor));
  handle(app, leakEndpoints.getTrace, ({ actor, params }) => showTrace(context, actor, params.id));
  handle(app, leakEndpoints.startTrace, async ({ actor, body }) => {
    const { id } = await startTrace(context, actor, body);
    return showTrace(context, actor, id);
  });
  handle(app, leakEndpoints.sendTracedImage, async ({ actor, params, query, picture }) => {
    await receiveImage(context, actor, { traceId: params.id, number: query.number, file: picture });
    return showTrace(context, actor, params.id);
  });
}
