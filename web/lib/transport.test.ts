// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { answer, answerCalls, errorAnswer, NETWORK_ERROR } from '#web/testing/answers.ts';
import type { ApiError } from './api-error.ts';
import { addressOf, createTransport, RETRY_DELAY_MS, TIMEOUT_MS, type TransportHooks } from './transport.ts';

const hooks = {
  readToken: vi.fn((): string | undefined => 'token-1'),
  onTokenRefused: vi.fn(),
  onRetry: vi.fn(),
  onGaveUp: vi.fn(),
  onRetriesEnded: vi.fn(),
} satisfies TransportHooks;
const requestApi = createTransport(hooks);

function listEvents(call: { retry?: boolean; signal?: AbortSignal } = {}): Promise<ApiError> {
  return requestApi(catalogueEndpoints.listEvents, call).then(
    () => Promise.reject(new Error('The call went through')),
    (error) => error,
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
});

describe('retries', () => {
  test('the wait is 1250 ms', () => {
    expect(RETRY_DELAY_MS).toBe(1250);
  });

  test.each([
    ['a network error', NETWORK_ERROR, 0],
    ['status 503', errorAnswer(503, 'unavailable', 'Not ready'), 503],
  ])('%s is tried again four times, 1250 ms apart, then given up', async (_name, reply, statusCode) => {
    const fetches = answerCalls(answer(catalogueEndpoints.listEvents, reply));
    const failed = listEvents();
    await vi.advanceTimersByTimeAsync(0);
    expect(fetches).toHaveBeenCalledTimes(1);
    for (const retry of [1, 2, 3, 4]) {
      expect(hooks.onRetry).toHaveBeenLastCalledWith(
        expect.any(Symbol),
        expect.objectContaining({ retry, maxRetries: 4, statusCode }),
      );
      await vi.advanceTimersByTimeAsync(1249);
      expect(fetches).toHaveBeenCalledTimes(retry);
      await vi.advanceTimersByTimeAsync(1);
      expect(fetches).toHaveBeenCalledTimes(retry + 1);
    }
    expect((await failed).status).toBe(statusCode);
    expect(hooks.onGaveUp).toHaveBeenCalledExactlyOnceWith(
      expect.any(Symbol),
      expect.objectContaining({ statusCode }),
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetches).toHaveBeenCalledTimes(5);
  });

  test('a timeout is tried again', async () => {
    const fetches = vi.fn(
      (_address: string, init: RequestInit) =>
        new Promise<Response>((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    );
    vi.stubGlobal('fetch', fetches);
    const failed = listEvents();
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS + RETRY_DELAY_MS);
    expect(fetches).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(4 * (TIMEOUT_MS + RETRY_DELAY_MS));
    expect((await failed).code).toBe('timeout');
    expect(fetches).toHaveBeenCalledTimes(5);
  });

  test.each([400, 401, 403, 404, 409, 429, 500, 501, 502, 504])(
    'status %i is rejected at once',
    async (status) => {
      const fetches = answerCalls(answer(catalogueEndpoints.listEvents, errorAnswer(status, 'some_code')));
      expect((await listEvents()).status).toBe(status);
      expect(fetches).toHaveBeenCalledTimes(1);
      expect(hooks.onRetry).not.toHaveBeenCalled();
      expect(hooks.onGaveUp).not.toHaveBeenCalled();
    },
  );

  test('success after a retry closes the notice', async () => {
    let calls = 0;
    answerCalls(answer(catalogueEndpoints.listEvents, () => (++calls === 1 ? NETWORK_ERROR : [])));
    const loaded = requestApi(catalogueEndpoints.listEvents);
    await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
    expect(await loaded).toEqual({ status: 200, data: [] });
    expect(hooks.onRetriesEnded).toHaveBeenCalledOnce();
  });

  test('a POST is not flagged, and a GET can be unflagged', async () => {
    const fetches = answerCalls(
      answer(catalogueEndpoints.listEvents, NETWORK_ERROR),
      answer(accountEndpoints.logIn, NETWORK_ERROR),
    );
    await listEvents({ retry: false });
    await requestApi(accountEndpoints.logIn, { body: { identifier: 'a@b.co', password: 'x' } }).catch(
      () => {},
    );
    expect(fetches).toHaveBeenCalledTimes(2);
  });

  test('a GET that spends something is never repeated', async () => {
    const fetches = answerCalls(answer(foundAlbumEndpoints.viewAlbum, NETWORK_ERROR));
    await requestApi(foundAlbumEndpoints.viewAlbum, { params: { id: 7 } }).catch(() => {});
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetches).toHaveBeenCalledTimes(1);
  });

  test('a caller who leaves stops the retries', async () => {
    const fetches = answerCalls(answer(catalogueEndpoints.listEvents, NETWORK_ERROR));
    const leave = new AbortController();
    const failed = listEvents({ signal: leave.signal });
    await vi.advanceTimersByTimeAsync(100);
    leave.abort();
    await failed;
    expect(hooks.onRetriesEnded).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetches).toHaveBeenCalledTimes(1);
  });

  test('a refusal after a retry closes the notice', async () => {
    let calls = 0;
    answerCalls(
      answer(catalogueEndpoints.listEvents, () =>
        ++calls === 1 ? NETWORK_ERROR : errorAnswer(404, 'not_found'),
      ),
    );
    const failed = listEvents();
    await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
    expect((await failed).status).toBe(404);
    expect(hooks.onRetriesEnded).toHaveBeenCalledOnce();
  });

  test('a quiet call shows its four retries, opens no dialog and leaves no notice', async () => {
    const fetches = answerCalls(answer(foundAlbumEndpoints.myAlbums, NETWORK_ERROR));
    const failed = requestApi(foundAlbumEndpoints.myAlbums, { isQuiet: true }).catch((error) => error);
    await vi.advanceTimersByTimeAsync(4 * RETRY_DELAY_MS);
    expect((await failed).status).toBe(0);
    expect(fetches).toHaveBeenCalledTimes(5);
    expect(hooks.onRetry).toHaveBeenCalledTimes(4);
    expect(hooks.onGaveUp).not.toHaveBeenCalled();
    expect(hooks.onRetriesEnded).toHaveBeenCalledOnce();
  });
});

describe('tokens', () => {
  test('calls carry the bearer token', async () => {
    const fetches = answerCalls(answer(catalogueEndpoints.listEvents, []));
    await requestApi(catalogueEndpoints.listEvents);
    expect(fetches.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: 'Bearer token-1' });
  });

  test.each(['token_expired', 'token_invalid', 'not_logged_in'])('401 %s ends the session', async (code) => {
    answerCalls(answer(catalogueEndpoints.listEvents, errorAnswer(401, code)));
    await listEvents();
    expect(hooks.onTokenRefused).toHaveBeenCalledExactlyOnceWith('token-1');
  });

  test('a failed login, or a 401 without a token, ends nothing', async () => {
    answerCalls(answer(catalogueEndpoints.listEvents, errorAnswer(401, 'login_failed')));
    await listEvents();
    hooks.readToken.mockReturnValueOnce(undefined);
    answerCalls(answer(catalogueEndpoints.listEvents, errorAnswer(401, 'not_logged_in')));
    await listEvents();
    expect(hooks.onTokenRefused).not.toHaveBeenCalled();
  });
});

test('errors keep code, sentence and request id; an answer that is no JSON still has a sentence', async () => {
  answerCalls(answer(catalogueEndpoints.listEvents, errorAnswer(404, 'not_found', 'Not found.')));
  expect(await listEvents()).toMatchObject({ code: 'not_found', message: 'Not found.', requestId: 'req-1' });
  vi.stubGlobal('fetch', async () => new Response('<html>Bad gateway</html>', { status: 502 }));
  expect(await listEvents()).toMatchObject({ status: 502, code: 'unknown' });
});

test('addresses encode path and query', () => {
  const address = addressOf(accountEndpoints.logInByLink, { query: { loginToken: 'a&b', none: undefined } });
  expect(address).toBe('/api/passwordless/login?loginToken=a%26b');
  expect(addressOf(accountEndpoints.getUser, { params: { id: 5 } })).toBe('/api/users/5');
});
