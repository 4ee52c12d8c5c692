import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { BodyOf, EndpointShape, ParamsOf, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import { errorBody } from '#contract/errors.ts';
import type { Actor } from './access.ts';
import { gate } from './access.ts';

type ActorFor<E extends EndpointShape> = E['access'] extends 'public' ? Actor | undefined : Actor;

export type Call<E extends EndpointShape> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  actor: ActorFor<E>;
  request: FastifyRequest;
  reply: FastifyReply;
};

export function handle<E extends EndpointShape>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<ResponseOf<E>>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    onRequest: gate(endpoint.access),
    schema: routeSchema(endpoint),
    config: { endpoint },
    handler: (request, reply) =>
      handler({
        params: request.params as ParamsOf<E>,
        query: request.query as QueryOf<E>,
        body: request.body as BodyOf<E>,
        actor: request.actor as ActorFor<E>,
        request,
        reply,
      }),
  });
}

function routeSchema(endpoint: EndpointShape) {
  const { params, query, body, raw } = endpoint;
  const responses: Record<string, z.ZodType> = raw
    ? {}
    : { 200: endpoint.response, ...endpoint.otherResponses, '4xx': errorBody };
  return {
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: `Access: ${endpoint.access}`,
    ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    response: responses,
  };
}
