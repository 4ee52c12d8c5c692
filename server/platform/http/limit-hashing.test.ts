import { expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { buildUser, TEST_PASSWORD } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { limitHashing } from './limit-calls.ts';

const testApp = shareTestApp();
const MAX_CALLS = 40;

/** Keeps as many calls of a network in progress as it may have. */
function fill(ip: string): () => Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const calls = Array.from({ length: MAX_CALLS }, () => limitHashing(ip, () => promise));
  return () => {
    resolve();
    return Promise.all(calls);
  };
}

test('a network with many log-ins in progress is refused more, and others are not', async () => {
  const { email: identifier } = await buildUser(testApp);
  const logIn = (password: string, ip: string) =>
    testApp.call(accountEndpoints.logIn, { body: { identifier, password }, ip });
  const free = fill('198.51.100.7');
  for (let i = 0; i < 6; i++) {
    const refused = await logIn('wrong', '198.51.100.8');
    expect(refused).toMatchObject({ status: 503, error: { code: 'busy' } });
    expect(refused.headers['retry-after']).toBe('5');
  }
  expect(await logIn(TEST_PASSWORD, '198.51.101.7')).toMatchObject({ status: 200 });
  await free();
  // The six refusals counted as no tries: five tries would have locked this address out.
  expect(await logIn('wrong', '198.51.100.8')).toMatchObject({ status: 401 });
});
