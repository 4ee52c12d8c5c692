import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, answerOnce, errorAnswer } from './answer-once.ts';
import {
  DECLINES,
  type FormTree,
  invalidRequest,
  newId,
  type Operation,
  parseForm,
  refuseCard,
  SandboxError,
  unexpectedState,
} from './call.ts';
import { runDueTasks } from './due-tasks.ts';
import type { Fault } from './faults.ts';
import type { SandboxContext } from './sandbox-context.ts';

const UNKNOWN_ERROR = { type: 'api_error', message: 'An unknown error occurred.' } as const;

/** The shop's server calls with a secret key, a buyer's browser with a publishable key. */
type Access = 'browser' | 'server';

export function serveOperations(
  scope: FastifyInstance,
  context: SandboxContext,
  access: Access,
  operations: Operation[],
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  scope.setErrorHandler((error, request, reply) => sendError(context, error, request, reply));
  for (const operation of operations) {
    scope.route({
      method: operation.method,
      url: operation.path,
      schema: { hide: true },
      handler: (request, reply) => handle(context, access, operation, request, reply),
    });
  }
}

export function readForm(request: FastifyRequest): FormTree {
  const query = request.url.split('?')[1] ?? '';
  const body = typeof request.body === 'string' ? request.body : '';
  return parseForm([query, body].filter(Boolean).join('&'));
}

async function handle(
  context: SandboxContext,
  access: Access,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const requestId = newId('req');
  reply.header('request-id', requestId);
  requireKey(request, access);
  const params = readForm(request);
  const { id = '' } = request.params as { id?: string };
  const fault = context.faults.take(
    (one) =>
      (one.operation === operation.name || one.operation === '*') &&
      (one.object === undefined || [id, ...Object.values(params)].includes(one.object)),
  );
  const isRefused = fault?.kind === 'refuse';
  if (fault && fault.when !== 'after' && !isRefused) await applyFault(fault, request);
  await runDueTasks(context);
  const asked = {
    requestId,
    idempotencyKey: access === 'server' ? readIdempotencyKey(request) : null,
    target: `${request.method} ${request.url.split('?', 1)[0]}`,
    params,
    settlesSlowly: fault?.kind === 'slow_settlement',
  };
  const answer = await answerOnce(context, asked, async (call) => {
    if (isRefused) throw unexpectedState('This request cannot be carried out.');
    const isKept = fault?.kind === 'kept_error';
    const done = isKept && fault.when !== 'after' ? {} : await operation.run(call, { id, raw: params });
    if (isKept) throw new SandboxError(500, UNKNOWN_ERROR, { keepsWork: true });
    return done;
  });
  context.wakeCourier();
  if (fault?.when === 'after') await applyFault(fault, request);
  return send(reply, answer);
}

function requireKey(request: FastifyRequest, access: Access): void {
  const prefix = access === 'server' ? 'sk_test_' : 'pk_test_';
  if (request.headers.authorization?.startsWith(`Bearer ${prefix}`)) return;
  throw new SandboxError(401, {
    type: 'invalid_request_error',
    message: `This call needs an API key that starts with ${prefix}, sent in the Authorization header.`,
  });
}

function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  return request.method === 'POST' && typeof key === 'string' && key !== '' ? key : null;
}

async function applyFault(fault: Fault, request: FastifyRequest): Promise<void> {
  switch (fault.kind) {
    case 'api_error':
      throw new SandboxError(500, UNKNOWN_ERROR);
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
      // Nobody reads this answer, but without it the work of a lost call would be done late.
      throw new SandboxError(500, { type: 'api_error', message: 'The connection was lost.' });
  }
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.isReplay) reply.header('idempotent-replayed', 'true');
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(answer.body);
}

export function sendError(
  context: SandboxContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof SandboxError) return send(reply, errorAnswer(error));
  const { statusCode } = error as { statusCode?: number };
  if (statusCode !== undefined && statusCode < 500) {
    return send(reply, errorAnswer(invalidRequest('Invalid request.')));
  }
  context.log.error({ err: error, path: request.routeOptions.url }, 'sandbox failed');
  return send(reply, errorAnswer(new SandboxError(500, UNKNOWN_ERROR)));
}
