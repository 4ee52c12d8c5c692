import { queryOptions, type UndefinedInitialDataOptions } from '@tanstack/react-query';
import type { EndpointShape, ResponseOf } from '#contract/endpoint.ts';
import { isApiError } from './api-error.ts';
import { takeSecret } from './mail-link.ts';
import { keepUser, loseSession, readSession } from './session.ts';
import { createStore, useStore } from './storage.ts';
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
 * Returns the status as well, for the few calls that need it. If a call needs a verified email address, it asks for the
 * verification and repeats the call, so pages need not know.
 */
export const requestApi: typeof send = async (endpoint, ...call) => {
  try {
    return await send(endpoint, ...call);
  } catch (error) {
    if (!isApiError(error, 'address_unverified') || !(await askForVerification())) throw error;
    return send(endpoint, ...call);
  }
};

export async function callApi<E extends EndpointShape>(
  endpoint: E,
  ...call: CallArguments<E>
): Promise<ResponseOf<E>> {
  return (await requestApi(endpoint, ...call)).data;
}

// The state of the error dialog: each retry puts its status code and message here until its call ends, and the dialog
// opens once all retries of a call have failed.

export type Retry = { statusCode: number; message: string; retry: number; maxRetries: number };
type Failure = { statusCode: number; message: string };

type Connection = {
  /** One entry for each call that is being repeated, in the order in which they failed first. */
  retrying: ReadonlyMap<symbol, Retry>;
  /** Stays until the dialog is closed. */
  failure: Failure | undefined;
};

const store = createStore<Connection>({ retrying: new Map(), failure: undefined });

export const useConnection = () => useStore(store);

export function reportRetry(call: symbol, retry: Retry): void {
  const { retrying, failure } = store.read();
  store.write({ retrying: new Map(retrying).set(call, retry), failure });
}

export function reportFailure(call: symbol, failure: Failure): void {
  endRetries(call);
  store.write({ ...store.read(), failure });
}

export function endRetries(call: symbol): void {
  const { retrying, failure } = store.read();
  const left = new Map(retrying);
  if (left.delete(call)) store.write({ retrying: left, failure });
}

export function closeErrorDialog(): void {
  store.write({ ...store.read(), failure: undefined });
}

type VerificationRequest = { settle: (isVerified: boolean) => void };

const requests = createStore<VerificationRequest | undefined>(undefined);
let asking: Promise<boolean> | undefined;

/** Opens the prompt for the mailed code. Calls that need the verification at the same time wait for one answer. */
export function askForVerification(): Promise<boolean> {
  asking ??= new Promise((resolve) => {
    requests.write({
      settle: (isVerified) => {
        asking = undefined;
        requests.write(undefined);
        resolve(isVerified);
      },
    });
  });
  return asking;
}

export const useVerificationRequest = () => useStore(requests);

const CONFIRM_PARAM = 'confirm';
const links = createStore<string | undefined>(undefined);

export const useConfirmLink = () => useStore(links);
export const dropConfirmLink = () => links.write(undefined);

/** The link of a code's mail opens any page. */
export function adoptConfirmLink(): void {
  const token = takeSecret(CONFIRM_PARAM);
  if (token !== undefined) links.write(token);
}

type QueryExtras<Data, Key extends readonly unknown[]> = Omit<
  UndefinedInitialDataOptions<Data, Error, Data, Key>,
  'queryKey' | 'queryFn' | 'retry'
>;

type QueryArguments<E extends EndpointShape, Key extends readonly unknown[]> =
  CallArguments<E> extends [infer Call]
    ? [options: Call & QueryExtras<ResponseOf<E>, Key>]
    : [options?: CallArguments<E>[0] & QueryExtras<ResponseOf<E>, Key>];

/** The query of one call: what is sent, and what the query library should know, such as when to repeat it. */
export function apiQuery<Key extends readonly unknown[], E extends EndpointShape>(
  queryKey: Key,
  endpoint: E,
  ...[options = {}]: QueryArguments<E, Key>
) {
  const { params, query, body, retry, isQuiet, ...extras } = options as Record<string, unknown>;
  return queryOptions<ResponseOf<E>, Error, ResponseOf<E>, Key>({
    ...extras,
    queryKey,
    queryFn: ({ signal }) =>
      callApi(
        endpoint,
        ...([{ params, query, body, retry, isQuiet, signal }] as unknown as CallArguments<E>),
      ),
  });
}
