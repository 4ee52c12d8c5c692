// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { openSession, readSession } from '#web/lib/session.ts';
import { answer, answerCalls, errorAnswer, NETWORK_ERROR } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { meQuery } from './me.query.ts';
import { openIssuedSession } from './open-issued-session.ts';

const user = buildUser();
const loadMe = () => queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined);

test('the loaded user replaces the stored one', async () => {
  openSession({ jwt: 'token-1', user });
  answerCalls(answer(accountEndpoints.me, { ...user, first_name: 'Robin' }));
  await loadMe();
  expect(readSession().user?.first_name).toBe('Robin');
  expect(localStorage.getItem('USER')).toContain('Robin');
});

test.each([
  [401, 'token_expired'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [500, 'internal'],
])('failing to load the current user with %i logs out', async (status, code) => {
  openSession({ jwt: 'token-1', user });
  answerCalls(answer(accountEndpoints.me, errorAnswer(status, code)));
  await loadMe();
  expect(readSession().isLoggedIn).toBe(false);
  expect(localStorage.getItem('ACCESS_TOKEN')).toBeNull();
});

test('without any network the stored user is kept', async () => {
  vi.useFakeTimers();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  openSession({ jwt: 'token-1', user });
  answerCalls(answer(accountEndpoints.me, NETWORK_ERROR));
  const loaded = loadMe();
  await vi.advanceTimersByTimeAsync(10_000);
  await loaded;
  vi.useRealTimers();
  expect(readSession().isLoggedIn).toBe(true);
});

test.each([undefined, {}, { jwt: 'token-1' }, { user }])(
  'a login answer %j without token or user fails',
  (answer) => {
    expect(() => openIssuedSession(answer)).toThrow('Login Failed, please try again');
    expect(readSession().isLoggedIn).toBe(false);
  },
);
