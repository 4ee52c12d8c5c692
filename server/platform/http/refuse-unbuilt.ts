import type { FastifyInstance } from 'fastify';
import type { EndpointShape } from '#contract/endpoint.ts';
import { AppError } from '#server/platform/errors.ts';
import { gate } from './access.ts';

/** Calls of the contract that have no handler yet are guarded like the rest and answer 501, out of the docs. */
export function refuseUnbuilt(app: FastifyInstance, contract: readonly EndpointShape[]): void {
  for (const { method, path, access } of contract) {
    if (app.hasRoute({ method, url: `${app.prefix}${path}` })) continue;
    app.route({
      method,
      url: path,
      schema: { hide: true },
      onRequest: gate(access),
      handler: () => {
        throw new AppError('not_built');
      },
    });
  }
}
