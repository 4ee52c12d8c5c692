import type { EndpointShape, ResponseOf } from '#contract/endpoint.ts';
import { isApiError } from './api-error.ts';
import { reportFailure, reportRetry, reportSuccess } from './connection.ts';
import { closeSession, readSession } from './session.ts';
import { type CallArguments, createTransport } from './transport.ts';
import { noteTrouble } from './trouble-log.ts';

/** Also returns the status, for the few calls that need it. */
export const requestApi = createTransport({
  readToken: () => readSession().token,
  onTokenRefused: (token) => {
    if (readSession().token === token) closeSession();
  },
  onRetry: reportRetry,
  onGaveUp: reportFailure,
  onSuccess: reportSuccess,
  onError: ({ method, path }, error) => {
    if (!isApiError(error)) return;
    noteTrouble(`${method} ${path}: ${error.status} ${error.code}`, error.requestId);
  },
});

export async function callApi<E extends EndpointShape>(
  endpoint: E,
  ...call: CallArguments<E>
): Promise<ResponseOf<E>> {
  return (await requestApi(endpoint, ...call)).data;
}
