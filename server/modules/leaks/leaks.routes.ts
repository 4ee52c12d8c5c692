import type { FastifyInstance } from 'fastify';
import { tracingEndpoints } from '#contract/endpoints/tracing.ts';
import type { Context } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { receivePicture } from './receive-picture.ts';
import { listTraces, showTrace } from './show-trace.ts';
import { startTrace } from './start-trace.ts';

export function leakRoutes(app: FastifyInstance, context: Context): void {
  handle(app, tracingEndpoints.listTraces, ({ actor }) => listTraces(context, actor));
  handle(app, tracingEndpoints.getTrace, ({ actor, params }) => showTrace(context, actor, params.id));
  handle(app, tracingEndpoints.startTrace, async ({ actor, body }) => {
    const { id } = await startTrace(context, actor, body);
    return showTrace(context, actor, id);
  });
  handle(app, tracingEndpoints.sendTracedPicture, async ({ actor, params, query, picture }) => {
    await receivePicture(context, actor, { traceId: params.id, number: query.number, file: picture });
    return showTrace(context, actor, params.id);
  });
}
