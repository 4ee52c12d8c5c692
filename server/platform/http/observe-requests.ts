import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { httpSeconds } from '#server/platform/operations/metrics.ts';
import { isTraced, nameRoute } from '#server/platform/operations/telemetry.ts';

/** The trace of a caller in front of us, such as a proxy, is logged so that its records and ours can be joined. */
const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

const NO_ROUTE = 'unknown';

/** Measures every request and, where asked, writes one line about it. Addresses with secrets are not logged. */
export function observeRequests(app: FastifyInstance, { isLogged }: { isLogged: boolean }): void {
  if (isTraced()) {
    app.addHook('onRequest', async ({ raw, routeOptions, id }) =>
      nameRoute(raw, routeOptions.url ?? NO_ROUTE, id),
    );
  }
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? NO_ROUTE;
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    httpSeconds.observe(labels, reply.elapsedTime / 1000);
    if (isLogged) writeLine(request, reply, route);
    done();
  });
}

function writeLine(request: FastifyRequest, reply: FastifyReply, route: string): void {
  const { method, actor } = request;
  const [, traceId] = TRACEPARENT.exec(String(request.headers.traceparent)) ?? [];
  const milliseconds = Math.round(reply.elapsedTime * 10) / 10;
  const { statusCode: status } = reply;
  request.log.info({ route, method, status, milliseconds, traceId, userId: actor?.userId }, 'request');
}
