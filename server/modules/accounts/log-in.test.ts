import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { buildUser, freshEmail, freshIp, TEST_PASSWORD } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const testApp = shareTestApp();
const { logIn, logOut, me } = accountEndpoints;

function tryLogIn(identifier: string, password: string, ip: string) {
  return testApp.call(logIn, { body: { identifier, password }, ip });
}

async function failTimes(times: number, identifier: string, ip: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) statuses.push((await tryLogIn(identifier, 'wrong', ip)).status);
  return statuses;
}

describe('logging in', () => {
  test('with the right password answers a token and the user', async () => {
    const user = await buildUser(testApp);
    const answer = await tryLogIn(user.email, TEST_PASSWORD, freshIp());
    expect(answer).toMatchObject({ status: 200, body: { user: { id: user.id, email: user.email } } });
    expect(await testApp.call(me, { token: answer.body.jwt })).toMatchObject({ status: 200 });
  });

  test('tells a wrong password and an unknown address in the same words', async () => {
    const user = await buildUser(testApp);
    const wrong = await tryLogIn(user.email, 'wrong', freshIp());
    const unknown = await tryLogIn(freshEmail(), TEST_PASSWORD, freshIp());
    expect(wrong).toMatchObject({ status: 401, error: { code: 'login_failed' } });
    expect(wrong.error.message).toBe('Login Failed, please try again');
    const { request_id: _wrong, ...wrongError } = wrong.error;
    const { request_id: _unknown, ...unknownError } = unknown.error;
    expect([unknown.status, unknownError]).toEqual([wrong.status, wrongError]);
  });

  test('is closed after 5 failures, even for the right password, and says for how long', async () => {
    const user = await buildUser(testApp);
    const ip = freshIp();
    expect(await failTimes(5, user.email, ip)).toEqual([401, 401, 401, 401, 401]);
    const sixth = await tryLogIn(user.email, TEST_PASSWORD, ip);
    expect(sixth).toMatchObject({ status: 429, error: { code: 'too_many_requests' } });
    const seconds = Number(sixth.headers['retry-after']);
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expect(sixth.error.details).toEqual({ retry_after_seconds: seconds });
  });

  test('counts failures per account and per address', async () => {
    const user = await buildUser(testApp);
    const neighbour = await buildUser(testApp);
    const ip = freshIp();
    await failTimes(5, user.email, ip);
    expect(await tryLogIn(user.email, TEST_PASSWORD, freshIp())).toMatchObject({ status: 200 });
    expect(await tryLogIn(neighbour.email, TEST_PASSWORD, ip)).toMatchObject({ status: 200 });
  });

  test('does not mind how the address is spelt when it counts failures', async () => {
    const user = await buildUser(testApp);
    const ip = freshIp();
    await failTimes(5, user.email.toUpperCase(), ip);
    expect(await tryLogIn(` ${user.email}`, TEST_PASSWORD, ip)).toMatchObject({ status: 429 });
  });

  test('limits an unknown address as it limits a known one', async () => {
    expect(await failTimes(6, freshEmail(), freshIp())).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('opens again when 15 minutes have passed', async () => {
    const user = await buildUser(testApp);
    const ip = freshIp();
    await failTimes(5, user.email, ip);
    testApp.advanceMinutes(14);
    expect(await tryLogIn(user.email, TEST_PASSWORD, ip)).toMatchObject({ status: 429 });
    testApp.advanceMinutes(1.1);
    expect(await tryLogIn(user.email, TEST_PASSWORD, ip)).toMatchObject({ status: 200 });
  });

  test('counts failures only', async () => {
    const user = await buildUser(testApp);
    const ip = freshIp();
    await failTimes(4, user.email, ip);
    for (let i = 0; i < 6; i++) {
      expect(await tryLogIn(user.email, TEST_PASSWORD, ip)).toMatchObject({ status: 200 });
    }
    expect(await failTimes(2, user.email, ip)).toEqual([401, 429]);
  });

  test('lets exactly 5 of 20 parallel guesses through', async () => {
    const user = await buildUser(testApp);
    const ip = freshIp();
    const guesses = Array.from({ length: 20 }, () => tryLogIn(user.email, 'wrong', ip));
    const statuses = (await Promise.all(guesses)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });
});

describe('logging out', () => {
  test('ends this session and no other', async () => {
    const user = await buildUser(testApp);
    const elsewhere = await tryLogIn(user.email, TEST_PASSWORD, freshIp());
    expect(await testApp.call(logOut, { token: user.token, body: {} })).toMatchObject({ body: { ok: true } });
    expect(await testApp.call(me, { token: user.token })).toMatchObject({
      status: 401,
      error: { code: 'token_invalid' },
    });
    expect(await testApp.call(me, { token: elsewhere.body.jwt })).toMatchObject({ status: 200 });
  });

  test('needs no body', async () => {
    const user = await buildUser(testApp);
    expect(await testApp.call(logOut, { token: user.token })).toMatchObject({ status: 200 });
    expect(await testApp.call(me, { token: user.token })).toMatchObject({ status: 401 });
  });

  test('everywhere ends all sessions of this user alone', async () => {
    const user = await buildUser(testApp);
    const neighbour = await buildUser(testApp);
    const elsewhere = await tryLogIn(user.email, TEST_PASSWORD, freshIp());
    await testApp.call(logOut, { token: user.token, body: { everywhere: true } });
    for (const token of [user.token, elsewhere.body.jwt]) {
      expect(await testApp.call(me, { token })).toMatchObject({ status: 401 });
    }
    expect(await testApp.call(me, { token: neighbour.token })).toMatchObject({ status: 200 });
  });
});

test('a session ends after 30 days', async () => {
  const user = await buildUser(testApp);
  testApp.advanceMinutes(30 * 24 * 60 - 1);
  expect((await testApp.call(me, { token: user.token })).status).toBe(200);
  testApp.advanceMinutes(1);
  expect((await testApp.call(me, { token: user.token })).status).toBe(401);
});
