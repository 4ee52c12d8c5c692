import type { FieldProblem } from '#contract/error-body.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';

type Details = FieldProblem[] | Record<string, unknown>;

/** Something outside did not answer. Waiting may help, so a job that meets it starts again later, as often as it takes. */
export class OutageError extends Error {}
const RETRY_AFTER_SECONDS = 5;

/** An expected failure, which is answered with its code and logged without a stack. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Details | undefined;

  constructor(code: ErrorCode, options: { message?: string; details?: Details } = {}) {
    super(options.message ?? ERRORS[code].message);
    this.code = code;
    this.status = ERRORS[code].status;
    this.details = options.details;
  }
}

/** Refuses work that would have to wait too long. */
export function busy(): AppError {
  return new AppError('busy', { details: { retry_after_seconds: RETRY_AFTER_SECONDS } });
}
