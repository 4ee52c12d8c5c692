import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { jsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { errorBody } from '#contract/error-body.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Drain } from '#server/platform/operations/drain.ts';
import type { Log } from '#server/platform/operations/log.ts';
import { traceRequest } from '#server/platform/operations/telemetry.ts';
import type { Authenticate } from './access.ts';
import { answerError, answerErrors } from './answer-errors.ts';
import type { Devices } from './devices.ts';
import { AppError } from './errors.ts';
import { addEtags } from './etags.ts';
import type { ConsumeRateLimits, FindMailboxKey } from './limit-calls.ts';
import { observeRequests } from './observe-requests.ts';
import { protectAndCompress } from './protect-and-compress.ts';
import { compileSerializer } from './serialize.ts';
import { createSlowClientGuard, DEFAULT_PACE, type Pace } from './slow-client-guard.ts';

const MAX_BODY_BYTES = 256 * 1024;
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];
/** Slow headers end within this time after their deadline. */
const HEADERS_CHECK_MS = 1_000;
/** Must outlast a proxy's. */
const KEEP_ALIVE_MS = 72_000;

export type HttpOptions = {
  config: Config;
  log: Log;
  version: string;
  authenticate: Authenticate;
  consumeRateLimits: ConsumeRateLimits;
  findMailboxKey: FindMailboxKey;
  devices: Devices;
  mountApi(api: FastifyInstance): void;
  fastPath?: FastPath;
  drain?: Pick<Drain, 'isOn'>;
  pace?: Pace;
};

/** Answers a request before Fastify sees it, or passes it on. */
export type FastPath = (
  request: IncomingMessage,
  response: ServerResponse,
  handOn: (request: IncomingMessage, response: ServerResponse) => void,
) => void;

export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const pace = options.pace ?? DEFAULT_PACE;
  const { watch, stop } = createSlowClientGuard(pace);
  const timeouts = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: pace.headersMs,
    connectionsCheckingInterval: Math.min(pace.checkEveryMs, HEADERS_CHECK_MS),
    // Bodies have a pace instead of a deadline.
    requestTimeout: 0,
  };
  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: createLogController(),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustedProxies(options.config),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500 },
    // A URL that cannot be decoded fails before any hook or route.
    frameworkErrors: answerError,
    serverFactory: (handler) => {
      return createServer(timeouts, (request, response) => {
        watch(request, response);
        // A proxy must not send its next request on a connection that is about to close.
        if (options.drain?.isOn) response.setHeader('connection', 'close');
        traceRequest(request, response, () => {
          if (options.fastPath) options.fastPath(request, response, handler);
          else handler(request, response);
        });
      });
    },
  });
  app.addHook('onClose', async () => stop());
  app.decorate('authenticate', options.authenticate);
  app.decorate('consumeRateLimits', options.consumeRateLimits);
  app.decorate('findMailboxKey', options.findMailboxKey);
  app.decorate('devices', options.devices);
  app.decorateRequest('actor', undefined);
  app.decorateRequest('device', undefined);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(({ schema }) => compileSerializer(schema as z.ZodType));
  answerErrors(app);
  observeRequests(app, { isLogged: options.config.hasAccessLog });
  readBodies(app);
  // Hooks that do not wait take a callback, which costs less than a promise for each request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  if (options.config.checkResponses) checkResponses(app);
  await protectAndCompress(app, options.config);

  await app.register(
    async (api) => {
      if (options.config.hasApiDocs) await serveDocs(api, options.version);
      api.addHook('onSend', (_request, reply, _payload, done) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
        done();
      });
      addEtags(api);
      options.mountApi(api);
    },
    { prefix: '/api' },
  );
  return app;
}

/** Log lines name the request as answers, spans and reported errors do. */
export function createLogController(): LogController {
  return new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' });
}

/** A visitor can forge every entry of the header that comes before the nearest proxies. */
function trustedProxies({ trustProxy }: Config): FastifyServerOptions['trustProxy'] {
  if (trustProxy === false) return false;
  if ('networks' in trustProxy) return trustProxy.networks;
  return (_address, hop) => hop < trustProxy.hops;
}

/** Reads JSON, and pictures or raw text where an endpoint takes them. A POST without a body is an empty object. */
function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.endpoint?.text) done(null, body);
    else if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.endpoint?.picture) done(null, body);
    else done(new AppError('unsupported_media'));
  });
  app.addContentTypeParser(FORMS, { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.endpoint?.text) done(null, body);
    else done(new AppError('unsupported_media'));
  });
  app.addHook('preValidation', (request, _reply, done) => {
    const { body, query, params } = request;
    // A path that no file can have is answered like that of a file that does not exist.
    const isFile = request.routeOptions.config.endpoint?.raw;
    if (!isWellFormed(isFile ? [body, query] : [body, query, params]))
      return done(new AppError('invalid_request'));
    if (request.routeOptions.schema?.body) request.body ??= {};
    done();
  });
}

const LOOKS_ODD = /[\0\ud800-\udfff]/;
/** No call takes input that is nested nearly as deep, and endless nesting would exhaust the stack. */
const MAX_LEVELS = 32;

/**
 * PostgreSQL stores neither NUL nor half of a surrogate pair, and JSON can spell both ("\u0000", "\ud800"). Text that
 * has one is refused before any handler sees it.
 */
function isWellFormed(value: unknown, levelsLeft = MAX_LEVELS): boolean {
  if (typeof value === 'string')
    return !LOOKS_ODD.test(value) || (value.isWellFormed() && !value.includes('\0'));
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return true;
  if (levelsLeft === 0) return false;
  const isFine = (part: unknown) => isWellFormed(part, levelsLeft - 1);
  if (Array.isArray(value)) return value.every(isFine);
  return Object.entries(value).every(([name, part]) => isFine(name) && isFine(part));
}

/** In production nobody reads the documentation, so its libraries are not loaded there. */
async function serveDocs(api: FastifyInstance, version: string): Promise<void> {
  const { default: swagger } = await import('@fastify/swagger');
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Encore API',
        version,
        description: 'Event photography: catalog, accounts, orders, downloads.',
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
  api.get('/openapi.json', { schema: { hide: true } }, async () => api.swagger());
  await api.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: api.prefix,
    uiConfig: { docExpansion: 'list' },
  });
}

/** In tests an answer that lacks a declared field, or has one that is not declared, is an error of the server. */
function checkResponses(app: FastifyInstance): void {
  const schemaOf = (request: FastifyRequest, { statusCode }: FastifyReply) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || endpoint.raw) return undefined;
    if (statusCode >= 400) return errorBody;
    return statusCode === 200 ? endpoint.response : endpoint.otherResponses?.[statusCode];
  };
  app.addHook('preSerialization', async (request, reply, payload) => {
    const answer = JSON.parse(JSON.stringify(payload));
    const extra = findUndeclared(answer, schemaOf(request, reply)?.parse(answer) ?? answer);
    if (extra) throw new Error(`the answer of ${request.routeOptions.url} has the undeclared field ${extra}`);
    return payload;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload === 'string') schemaOf(request, reply)?.parse(JSON.parse(payload));
    return payload;
  });
}

/** Parsing leaves out what the schema does not declare. */
function findUndeclared(answer: unknown, declared: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  if (typeof declared !== 'object' || declared === null) return undefined;
  for (const [field, value] of Object.entries(answer)) {
    if (!Object.hasOwn(declared, field)) return field;
    const inner = findUndeclared(value, (declared as Record<string, unknown>)[field]);
    if (inner) return `${field}.${inner}`;
  }
  return undefined;
}
