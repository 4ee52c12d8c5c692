import type { FieldProblem } from '#contract/error-body.ts';
import { NOT_FOUND_MESSAGE } from '#contract/rules/sentences.ts';
import { i18n } from './i18n.ts';

type ApiErrorParts = {
  status: number;
  code: string;
  message: string;
  details?: FieldProblem[] | Record<string, unknown>;
  requestId?: string;
};

/** The message of an error or a schema in the reader's language. Braces in it are no placeholders. */
export const translated = (message: string) => (message.includes('{') ? message : i18n.t(message));

/** Status 0 means that no answer came: code `timeout` or `network_error`. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: ApiErrorParts['details'];
  readonly requestId: string | undefined;

  constructor({ status, code, message, details, requestId }: ApiErrorParts) {
    super(translated(message));
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

/** A page uses this if it knows without asking the server that something is missing. */
export const notFound = () => new ApiError({ status: 404, code: 'not_found', message: NOT_FOUND_MESSAGE });

/** Says before the upload what the server would refuse. */
export const tooLarge = (most: string) =>
  new ApiError({ status: 413, code: 'too_large', message: `Choose a picture of at most ${most}.` });

export function isApiError(error: unknown, code?: string): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code);
}

/** A malformed address (400) means the same to a person as one that leads nowhere (404). */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : i18n.t('Something went wrong. Please try again.');
}

export function fieldProblemsOf(error: unknown): FieldProblem[] {
  const problems = error instanceof ApiError && Array.isArray(error.details) ? error.details : [];
  return problems.map((problem) => ({ ...problem, message: translated(problem.message) }));
}

/** How many customers own the album that photos would leave; undefined for other errors. */
export function ownersOf(error: unknown): number | undefined {
  if (!isApiError(error, 'album_sold')) return undefined;
  const { details } = error;
  return details && 'owners' in details && typeof details.owners === 'number' ? details.owners : 1;
}

/** When a limit that was reached has room again. */
export function freeTimeOf({ details }: ApiError): string | undefined {
  const freeAt = details && 'free_at' in details ? details.free_at : undefined;
  return typeof freeAt === 'string' ? freeAt : undefined;
}
