import type {
  EndpointShape,
  HasImage,
  ResponseOf,
  SentBody,
  SentParams,
  SentQuery,
} from '#contract/endpoint.ts';
import type { ErrorBody } from '#contract/error-body.ts';
import { ApiError } from './api-error.ts';
import { wait } from './clock.ts';

const MAX_RETRIES = 4;
export const RETRY_DELAY_MS = 1250;
export const TIMEOUT_MS = 30_000;

const SESSION_ENDED_CODES = new Set(['token_expired', 'token_invalid', 'not_logged_in']);

type Part<Name extends string, Sent> = undefined extends Sent
  ? { [K in Name]?: undefined }
  : Record<never, never> extends Sent
    ? { [K in Name]?: Sent }
    : { [K in Name]: Sent };

type CallParts<E extends EndpointShape> = Part<'params', SentParams<E>> &
  Part<'query', SentQuery<E>> &
  Part<'body', SentBody<E>> &
  Part<'picture', HasImage<E> extends true ? Blob : undefined> & {
    signal?: AbortSignal;
    /** Repeats the call when no answer came; on by default for GET. */
    retry?: boolean;
    /** Opens no error dialog when all retries have failed; the page says it itself. */
    isQuiet?: boolean;
  };

export type CallArguments<E extends EndpointShape> =
  Record<never, never> extends CallParts<E> ? [call?: CallParts<E>] : [call: CallParts<E>];

export type Answer<E extends EndpointShape> = { status: number; data: ResponseOf<E> };

type AnyCall = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  picture?: Blob;
  signal?: AbortSignal;
  retry?: boolean;
  isQuiet?: boolean;
};

export type TransportHooks = {
  readToken(): string | undefined;
  onTokenRefused(token: string): void;
  /** The symbol names the call, because several may be repeated at once. */
  onRetry(
    call: symbol,
    retry: { statusCode: number; message: string; retry: number; maxRetries: number },
  ): void;
  onGaveUp(call: symbol, failure: { statusCode: number; message: string }): void;
  /** A call that was repeated got through, was refused or was left. */
  onRetriesEnded(call: symbol): void;
  onError?(endpoint: EndpointShape, error: unknown): void;
};

export function addressOf(endpoint: EndpointShape, { params = {}, query = {} }: AnyCall): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  );
  return search.size > 0 ? `/api${path}?${search}` : `/api${path}`;
}

function isWorthRetrying(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
}

export async function readError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => undefined)) as Partial<ErrorBody> | undefined;
  return new ApiError({
    status: response.status,
    code: body?.error?.code ?? 'unknown',
    message: body?.error?.message ?? /*i18n*/ 'Something went wrong. Please try again.',
    details: body?.error?.details,
    requestId: body?.error?.request_id ?? response.headers.get('x-request-id') ?? undefined,
  });
}

async function sendOnce(endpoint: EndpointShape, call: AnyCall, token: string | undefined) {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(addressOf(endpoint, call), {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
        ...(call.picture && { 'content-type': call.picture.type || 'image/jpeg' }),
      },
      body: call.picture ?? (call.body === undefined ? undefined : JSON.stringify(call.body)),
      signal: call.signal ? AbortSignal.any([call.signal, timeout.signal]) : timeout.signal,
    });
    if (!response.ok) throw await readError(response);
    if (endpoint.raw) return { status: response.status, data: await response.blob() };
    const text = await response.text();
    return { status: response.status, data: text === '' ? undefined : JSON.parse(text) };
  } catch (error) {
    if (error instanceof ApiError || call.signal?.aborted) throw error;
    throw timeout.signal.aborted
      ? new ApiError({ status: 0, code: 'timeout', message: /*i18n*/ 'This is taking too long.' })
      : new ApiError({ status: 0, code: 'network_error', message: /*i18n*/ 'We can’t reach the site.' });
  } finally {
    clearTimeout(timer);
  }
}

export function createTransport(hooks: TransportHooks) {
  async function sendWithRetries(endpoint: EndpointShape, call: AnyCall, token: string | undefined) {
    const isFlagged = call.retry ?? (endpoint.method === 'GET' && !endpoint.spends);
    const name = Symbol(endpoint.path);
    for (let retry = 1; ; retry += 1) {
      try {
        const answer = await sendOnce(endpoint, call, token);
        if (retry > 1) hooks.onRetriesEnded(name);
        return answer;
      } catch (error) {
        if (!isFlagged || !isWorthRetrying(error)) {
          if (retry > 1) hooks.onRetriesEnded(name);
          throw error;
        }
        const failure = { statusCode: error.status, message: error.message };
        if (retry > MAX_RETRIES) {
          if (call.isQuiet) hooks.onRetriesEnded(name);
          else hooks.onGaveUp(name, failure);
          throw error;
        }
        hooks.onRetry(name, { ...failure, retry, maxRetries: MAX_RETRIES });
        await wait(RETRY_DELAY_MS, call.signal).catch((reason) => {
          hooks.onRetriesEnded(name);
          throw reason;
        });
      }
    }
  }

  return async function requestApi<E extends EndpointShape>(
    endpoint: E,
    ...[call]: CallArguments<E>
  ): Promise<Answer<E>> {
    const token = hooks.readToken();
    try {
      return await sendWithRetries(endpoint, (call ?? {}) as AnyCall, token);
    } catch (error) {
      const isRefused =
        error instanceof ApiError && error.status === 401 && SESSION_ENDED_CODES.has(error.code);
      if (token && isRefused) hooks.onTokenRefused(token);
      hooks.onError?.(endpoint, error);
      throw error;
    }
  };
}
