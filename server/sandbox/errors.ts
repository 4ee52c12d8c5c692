import type Stripe from 'stripe';

/** The provider's error object; `last_payment_error` of the SDK is the same shape. */
export type ErrorFields = Stripe.PaymentIntent.LastPaymentError;

type ErrorOptions = {
  /** What was written before the failure stays: a declined card is a fact, not a mistake. */
  keepsWork?: boolean;
  /** Kept under the idempotency key. The provider does not keep refusals of malformed requests. */
  isRemembered?: boolean;
};

/** An answer that the provider would give as an error. */
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

/** The request is malformed or does not fit its object: nothing was done. */
export function invalidRequest(message: string, fields: Partial<ErrorFields> = {}): SandboxError {
  return new SandboxError(
    400,
    { ...fields, type: 'invalid_request_error', message },
    { isRemembered: false },
  );
}

/** The object is in a state that forbids the call. */
export function unexpectedState(message: string, fields: Partial<ErrorFields> = {}): SandboxError {
  return new SandboxError(400, { ...fields, type: 'invalid_request_error', message });
}

export function noSuchObject(kind: string, id: string, param: string): SandboxError {
  return new SandboxError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${kind}: '${id}'`,
  });
}

export function unauthorized(message: string, fields: Partial<ErrorFields> = {}): SandboxError {
  return new SandboxError(
    401,
    { ...fields, type: 'invalid_request_error', message },
    { isRemembered: false },
  );
}

export function cardError(fields: Omit<ErrorFields, 'type'>, options: ErrorOptions = {}): SandboxError {
  return new SandboxError(402, { ...fields, type: 'card_error' }, options);
}
