import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Stripe from 'stripe';
import { type Answer, answerOnce, errorAnswer } from './answer-once.ts';
import type { Operation } from './call.ts';
import { refuseCard } from './decline-card.ts';
import { DECLINES } from './declines.ts';
import { runDueTasks } from './due-tasks.ts';
import { invalidRequest, SandboxError, unauthorized } from './errors.ts';
import { expandAnswer } from './expand.ts';
import type { Fault } from './faults.ts';
import { type FormTree, parseForm } from './form.ts';
import { newId } from './ids.ts';
import { browserView } from './payment-intent.object.ts';
import { browserSetupView } from './setup-intents.ts';
import type { World } from './world.ts';

type Access = 'browser' | 'server';
type Served = Partial<Record<Access, Operation>>;

/** Registers calls on a scope. The same address may serve a server's and a browser's version of a call. */
export function serveOperations(
  scope: FastifyInstance,
  world: World,
  operations: Partial<Record<Access, Operation[]>>,
): void {
  const routes = new Map<string, Served>();
  for (const access of ['server', 'browser'] as const) {
    for (const one of operations[access] ?? []) {
      const key = `${one.method} ${one.path}`;
      routes.set(key, { ...routes.get(key), [access]: one });
    }
  }
  readBodiesAsText(scope);
  scope.setErrorHandler((error, request, reply) => sendError(world, error, request, reply));
  for (const served of routes.values()) {
    const { method, path } = (served.server ?? served.browser) as Operation;
    scope.route({
      method,
      url: path,
      schema: { hide: true },
      handler: (request, reply) => handle(world, served, request, reply),
    });
  }
}

function readBodiesAsText(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}

export function readForm(request: FastifyRequest): FormTree {
  const query = request.url.split('?')[1] ?? '';
  const body = typeof request.body === 'string' ? request.body : '';
  return parseForm([query, body].filter(Boolean).join('&'));
}

async function handle(
  world: World,
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const requestId = newId('req');
  reply.header('request-id', requestId);
  const { expand, key, ...params } = readForm(request);
  const access = authenticate(request, key);
  requireVersion(request);
  const operation = served[access];
  if (!operation) throw wrongKey(access);
  const fault = world.faults.take(operation.name);
  if (fault && fault.when !== 'after') await suffer(fault, request);
  await runDueTasks(world);
  const idempotencyKey = access === 'server' ? readIdempotencyKey(request) : null;
  const { id = '' } = request.params as { id?: string };
  const asked = {
    requestId,
    idempotencyKey,
    target: `${request.method} ${request.url.split('?', 1)[0]}`,
    params: { ...params, ...(expand === undefined ? {} : { expand }) },
    settlesSlowly: fault?.kind === 'slow_settlement',
  };
  const answer = await answerOnce(world, asked, async (call) => {
    const body = await operation.run(call, { id, raw: params }).catch(access === 'browser' ? hide : rethrow);
    return expandAnswer(call, body, Array.isArray(expand) ? expand.map(String) : []);
  });
  world.wakeCourier();
  if (fault?.when === 'after') await suffer(fault, request);
  if (idempotencyKey !== null) reply.header('idempotency-key', idempotencyKey);
  return send(reply, answer);
}

function rethrow(error: unknown): never {
  throw error;
}

/** A refusal tells the browser no more of the intent than an answer would. */
function hide(error: unknown): never {
  if (!(error instanceof SandboxError)) throw error;
  const { payment_intent: payment, setup_intent: setup, ...fields } = error.fields;
  const seen = {
    ...fields,
    // The SDK types the whole intent here; a publishable key is shown a part of it.
    ...(payment ? { payment_intent: browserView(payment) as Stripe.PaymentIntent } : {}),
    ...(setup ? { setup_intent: browserSetupView(setup) as Stripe.SetupIntent } : {}),
  };
  throw new SandboxError(error.status, seen, error);
}

function authenticate(request: FastifyRequest, keyParam: unknown): Access {
  const [, bearer] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  const key = bearer ?? (typeof keyParam === 'string' ? keyParam : undefined);
  if (key === undefined) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (/^sk_test_\w+$/.test(key)) return 'server';
  if (/^pk_test_\w+$/.test(key)) return 'browser';
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****`);
}

function wrongKey(access: Access): SandboxError {
  return access === 'browser'
    ? unauthorized(
        'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
        { code: 'secret_key_required' },
      )
    : unauthorized('This address is for browsers: use a publishable API key.');
}

/** A client of another version would be told objects it does not know. */
function requireVersion(request: FastifyRequest): void {
  const version = request.headers['stripe-version'];
  if (version === undefined || version === Stripe.API_VERSION) return;
  throw invalidRequest(`Invalid Stripe API version: ${version}. The sandbox speaks ${Stripe.API_VERSION}.`);
}

function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || typeof key !== 'string' || key === '') return null;
  if (key.length > 255) throw invalidRequest('Idempotency keys are limited to 255 characters.');
  return key;
}

/** Never comes back for what makes no answer: the connection ends, or the client gives up. */
async function suffer(fault: Fault, request: FastifyRequest): Promise<void> {
  switch (fault.kind) {
    case 'api_error':
      throw new SandboxError(500, { type: 'api_error', message: 'An unknown error occurred.' });
    case 'rate_limit':
      throw new SandboxError(429, {
        type: 'invalid_request_error',
        code: 'rate_limit',
        message: 'Request rate limit exceeded.',
      });
    case 'conflict':
      throw new SandboxError(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: 'There is currently another in-progress request using this Idempotent Key.',
      });
    case 'decline':
      throw refuseCard(DECLINES.generic_decline);
    case 'reset':
    case 'hang':
      await new Promise((resolve) => {
        request.raw.socket.once('close', resolve);
        if (fault.kind === 'reset') request.raw.socket.resetAndDestroy();
      });
  }
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.replayOf !== null) {
    reply.header('idempotent-replayed', 'true').header('original-request', answer.replayOf);
  }
  return reply
    .code(answer.status)
    .header('stripe-version', Stripe.API_VERSION)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(answer.body);
}

export function sendError(
  world: World,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof SandboxError) return send(reply, errorAnswer(error));
  const { statusCode } = error as { statusCode?: number };
  if (statusCode !== undefined && statusCode < 500) {
    return send(reply, errorAnswer(invalidRequest('Invalid request.')));
  }
  world.log.error({ err: error, path: request.routeOptions.url }, 'sandbox failed');
  const fields = { type: 'api_error', message: 'An unknown error occurred.' } as const;
  return send(reply, errorAnswer(new SandboxError(500, fields)));
}
