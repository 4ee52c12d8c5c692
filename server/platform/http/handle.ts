import type { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type {
  BodyOf,
  EndpointShape,
  HasImage,
  HasText,
  OtherResponseOf,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '#contract/endpoint.ts';
import { errorBody } from '#contract/error-body.ts';
import type { Actor } from './access.ts';
import { gate } from './access.ts';
import { asAppError, errorBodyOf, retryAfterOf, serializeError } from './answer-errors.ts';
import { AppError } from './errors.ts';
import { type LimitedCall, limitCall, limitHashing } from './limit-calls.ts';
import { attachment, type Bytes, sendBytes } from './send-bytes.ts';
import { allowSlow } from './slow-client-guard.ts';

/** A call that answers only that it is done needs no answer of its handler. */
type AnswerOf<E extends EndpointShape> =
  | ResponseOf<E>
  | OtherResponseOf<E>
  // biome-ignore lint/suspicious/noConfusingVoidType: an async function that returns nothing
  | ([ResponseOf<E>] extends [{ ok: true }] ? void : never);

type ActorFor<E extends EndpointShape> = E['access'] extends 'public' ? Actor | undefined : Actor;

export type Call<E extends EndpointShape> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  picture: HasImage<E> extends true ? Buffer : undefined;
  text: HasText<E> extends true ? string : undefined;
  actor: ActorFor<E>;
  request: FastifyRequest;
  reply: FastifyReply;
} & LimitedCall;

/** Has no HEAD: it would spend a view or a link without giving anything for it. */
export function handle<E extends EndpointShape>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<AnswerOf<E>>,
): void {
  app.route({
    ...routeOf(endpoint),
    exposeHeadRoute: false,
    ...bodyLimitOf(endpoint),
    handler: async (request, reply) => {
      const call = () =>
        limitCall({ request, reply }, endpoint.limits, (limited) =>
          handler({
            ...limited,
            ...readCall<E>(request),
            picture: (endpoint.picture ? imageOf(request) : undefined) as Call<E>['picture'],
            text: (endpoint.text ? textOf(request) : undefined) as Call<E>['text'],
            request,
            reply,
          }),
        );
      const answer = endpoint.hashes ? await limitHashing(request.ip, call) : await call();
      return answer === undefined ? { ok: true } : answer;
    },
  });
}

type Given<E extends EndpointShape> = Pick<Call<E>, 'params' | 'query' | 'body' | 'actor'>;

/** The framework has checked these against the endpoint. */
function readCall<E extends EndpointShape>({ params, query, body, actor }: FastifyRequest): Given<E> {
  return { params, query, body, actor } as Given<E>;
}

function routeOf(endpoint: EndpointShape) {
  const { method, path: url } = endpoint;
  return { method, url, onRequest: gate(endpoint), schema: routeSchema(endpoint), config: { endpoint } };
}

function bodyLimitOf({ picture, text }: EndpointShape): { bodyLimit?: number } {
  const limit = picture ?? text;
  return limit ? { bodyLimit: limit.maxBytes } : {};
}

function textOf({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : '';
}

function imageOf({ body }: FastifyRequest): Buffer {
  if (!Buffer.isBuffer(body) || body.length === 0) throw new AppError('unsupported_media');
  return body;
}

/**
 * Answers with bytes instead of JSON. The handler parses the address itself; errors before the first byte are
 * answered as usual.
 */
export function handleRaw(
  app: FastifyInstance,
  endpoint: EndpointShape & { raw: true },
  open: (request: FastifyRequest) => Promise<Bytes>,
): void {
  app.route({
    ...routeOf(endpoint),
    validatorCompiler: () => () => true,
    handler: async (request, reply) => {
      allowSlow(request.raw);
      const bytes = await limitCall({ request, reply }, endpoint.limits, () => open(request));
      reply.hijack();
      try {
        await sendBytes(request.raw, reply.raw, bytes);
      } catch (error) {
        const known = asAppError(error as FastifyError);
        if (known && !reply.raw.headersSent) return refuseBytes(request, reply, known);
        // The headers are sent, so closing the connection is the only way left to report a failure.
        request.log.info({ err: error }, 'download interrupted');
        reply.raw.destroy();
      }
    },
  });
}

/** The framework has let go of the reply by then. */
function refuseBytes(request: FastifyRequest, reply: FastifyReply, error: AppError): void {
  request.log.info({ code: error.code }, error.message);
  reply.raw
    .writeHead(error.status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': request.id,
      ...retryAfterOf(error),
    })
    .end(serializeError(errorBodyOf(request, error)));
}

export type StreamedFile = { fileName: string; type: string; content: Readable };

/** Sends a file that is made for the call, such as the CSV of a long list, while it is being written. */
export function handleStream<E extends EndpointShape & { raw: true }>(
  app: FastifyInstance,
  endpoint: E,
  open: (call: Given<E>) => Promise<StreamedFile>,
): void {
  app.route({
    ...routeOf(endpoint),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      allowSlow(request.raw);
      const { fileName, type, content } = await limitCall({ request, reply }, endpoint.limits, () =>
        open(readCall<E>(request)),
      );
      return reply.type(type).header('content-disposition', attachment(fileName)).send(content);
    },
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
    description: `Access: ${endpoint.access}${endpoint.verification ? ', with a verified email address' : ''}`,
    ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    response: responses,
  };
}
