import type { FastifyInstance } from 'fastify';
import { liveEndpoints } from '#contract/endpoints/live.ts';
import type { Context } from '#server/context.ts';
import { gate } from '#server/platform/http/access.ts';
import { createStreams } from './streams.ts';

export function liveRoutes(app: FastifyInstance, context: Context): void {
  const streams = createStreams(context);
  app.addHook('preClose', async () => streams.closeAll());
  const { live: endpoint } = liveEndpoints;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    exposeHeadRoute: false,
    onRequest: gate(endpoint),
    schema: { tags: [endpoint.tag], summary: endpoint.summary, security: [{ bearer: [] }] },
    config: { endpoint },
    handler: async (request, reply) => {
      await streams.open(request, reply);
    },
  });
}
