import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { type ErrorBody, errorBody, type FieldProblem } from '#contract/error-body.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { isDatabaseLost } from '#server/platform/database/lost-database.ts';
import { isPlanStale } from '#server/platform/database/prepared-statements.ts';
import { isDiskFull } from '#server/platform/operations/disk-space.ts';
import { StorageLostError } from '#server/platform/storage/storage.ts';
import { AppError } from './errors.ts';
import { compileSerializer } from './serialize.ts';

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
};

/** PostgreSQL rejects NUL bytes in text, and days that no calendar has, with these codes. */
const UNREADABLE_INPUT = new Set(['22021', '22P05', '22008']);
const FOREIGN_KEY_VIOLATION = '23503';
/** A deadlock, or two transactions that cannot both succeed: nothing of this one was committed. */
const ROLLED_BACK = new Set(['40P01', '40001']);

/** Somebody has to make room first. */
const FULL_RETRY_SECONDS = 60;

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => send(request, reply, new AppError('not_found')));
}

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = asAppError(error);
  if (known) {
    request.log.info({ code: known.code }, known.message);
    return send(request, reply, known);
  }
  const { actor, routeOptions } = request;
  request.log.error({ err: error, userId: actor?.userId, route: routeOptions.url }, 'unexpected error');
  return send(request, reply, new AppError('internal'));
}

export function asAppError(error: FastifyError): AppError | undefined {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new AppError('invalid_request', { details: describeFields(error) });
  }
  const code = FASTIFY_CODES[error.code];
  if (code) return new AppError(code);
  if (UNREADABLE_INPUT.has(error.code)) return new AppError('invalid_request');
  if (isDiskFull(error)) {
    return new AppError('storage_full', { details: { retry_after_seconds: FULL_RETRY_SECONDS } });
  }
  if (isPassing(error)) {
    return new AppError('unavailable', { details: { retry_after_seconds: 2 } });
  }
  if (isOfDeletedUser(error)) return new AppError('token_invalid');
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('invalid_request');
  return undefined;
}

function isPassing(error: FastifyError): boolean {
  const isLost = isDatabaseLost(error) || error instanceof StorageLostError;
  return isLost || isPlanStale(error) || ROLLED_BACK.has(error.code);
}

/** The account was deleted while the call was running. */
function isOfDeletedUser({ code, ...error }: FastifyError): boolean {
  const { detail = '' } = error as { detail?: string };
  return code === FOREIGN_KEY_VIOLATION && detail.endsWith('is not present in table "users".');
}

type FieldErrors = { validation: { instancePath: string; message?: string; params?: unknown }[] };

function describeFields(error: FieldErrors): FieldProblem[] {
  return error.validation.slice(0, 20).map(({ instancePath, message, params }) => {
    const [unknownKey] = (params as { keys?: string[] } | undefined)?.keys ?? [];
    const path = [...instancePath.split('/'), unknownKey].filter(Boolean).join('.');
    return { path, message: message ?? 'Not valid' };
  });
}

export const serializeError = compileSerializer(errorBody) as (body: ErrorBody) => string;

export function errorBodyOf(request: FastifyRequest, error: AppError): ErrorBody {
  return {
    error: {
      code: error.code,
      message: error.message,
      ...(error.details ? { details: error.details } : {}),
      request_id: request.id,
    },
  };
}

export function retryAfterOf({ details }: AppError): { 'retry-after'?: string } {
  if (!details || !('retry_after_seconds' in details)) return {};
  return { 'retry-after': String(details.retry_after_seconds) };
}

function send(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  reply.headers(retryAfterOf(error));
  // Fastify closes the connection after a refused body, which loses the answer of a client that is still sending.
  reply.removeHeader('connection');
  // A path without a route has no serializer.
  return reply
    .code(error.status)
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .serializer(serializeError)
    .send(errorBodyOf(request, error));
}
