import type { Decline } from './declines.ts';
import type { ErrorFields } from './objects.ts';

type ErrorOptions = {
  /** A declined card is recorded, so its writes stay although the call fails. */
  keepsWork?: boolean;
  /** The provider does not store refusals of malformed requests under the idempotency key. */
  isRemembered?: boolean;
};

export class SandboxError extends Error {
  readonly status: number;
  readonly fields: ErrorFields;
  readonly keepsWork: boolean;
  readonly isRemembered: boolean;

  constructor(status: number, fields: ErrorFields, options: ErrorOptions = {}) {
    super(fields.message);
    this.status = status;
    this.fields = fields;
    this.keepsWork = options.keepsWork ?? false;
    this.isRemembered = options.isRemembered ?? true;
  }
}

export function invalidRequest(message: string, fields: Partial<ErrorFields> = {}): SandboxError {
  return new SandboxError(
    400,
    { ...fields, type: 'invalid_request_error', message },
    { isRemembered: false },
  );
}

export function unexpectedState(message: string, fields: Partial<ErrorFields> = {}): SandboxError {
  return new SandboxError(400, { ...fields, type: 'invalid_request_error', message });
}

export function noSuchObject(kind: string, id: string): SandboxError {
  return new SandboxError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
  });
}

export function cardError(fields: Omit<ErrorFields, 'type'>, options: ErrorOptions = {}): SandboxError {
  return new SandboxError(402, { ...fields, type: 'card_error' }, options);
}

export function describeDecline({ code, declineCode, message }: Decline): ErrorFields {
  return { type: 'card_error', code, ...(declineCode ? { decline_code: declineCode } : {}), message };
}

export function refuseCard(decline: Decline, related: Partial<ErrorFields> = {}): SandboxError {
  return cardError({ ...describeDecline(decline), ...related }, { keepsWork: true });
}
