import type { EndpointShape, ResponseOf } from '#contract/endpoint.ts';
import { isApiError } from './api-error.ts';
import { endRetries, reportFailure, reportRetry } from './connection.ts';
import { askForProof } from './proof.ts';
import { keepUser, loseSession, readSession } from './session.ts';
import { type CallArguments, createTransport } from './transport.ts';
import { noteTrouble } from './trouble-log.ts';

const send = createTransport({
  readToken: () => readSession().token,
  onTokenRefused: (token) => {
    if (readSession().token === token) loseSession();
  },
  onRetry: reportRetry,
  onGaveUp: reportFailure,
  onRetriesEnded: endRetries,
  onError: ({ method, path }, error) => {
    if (!isApiError(error)) return;
    const { user } = readSession();
    if (user && error.code === 'second_factor_setup_required' && !user.second_factor_needed) {
      keepUser({ ...user, second_factor_needed: true });
    }
    noteTrouble(`${method} ${path}: ${error.status} ${error.code}`, error.requestId);
  },
});

/**
 * Also returns the status, for the few calls that need it. A call that needs a proven e-mail address asks for the proof
 * and is repeated once it is there, so no page has to know.
 */
export const requestApi: typeof send = async (endpoint, ...call) => {
  try {
    return await send(endpoint, ...call);
  } catch (error) {
    if (!isApiError(error, 'address_unproven') || !(await askForProof())) throw error;
    return send(endpoint, ...call);
  }
};

export async function callApi<E extends EndpointShape>(
  endpoint: E,
  ...call: CallArguments<E>
): Promise<ResponseOf<E>> {
  return (await requestApi(endpoint, ...call)).data;
}
