import { expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { ROUNDS_TIMEOUT, rounds } from '#server/testing/chaos.ts';
import { buildRegistration, freshIp, TEST_PASSWORD } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const testApp = shareTestApp();
const { register, logIn } = accountEndpoints;
const PEOPLE = rounds({ usually: 200, inChaos: 2_000 });
const AT_ONCE = 20;

test(`a network lets ${PEOPLE} people register and log in within an hour`, {
  timeout: ROUNDS_TIMEOUT,
}, async () => {
  const ip = freshIp();
  const outcomes = new Map<string, number>();
  const count = (name: string) => outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
  let arrived = 0;
  const enter = async () => {
    while (arrived < PEOPLE) {
      arrived += 1;
      const body = buildRegistration();
      const registered = await testApp.call(register, { body, ip });
      count(`register ${registered.status}`);
      const device = String(registered.headers['set-cookie']).split(';')[0] ?? '';
      const login = { identifier: body.email, password: TEST_PASSWORD };
      count(`log in ${(await testApp.call(logIn, { body: login, ip, device })).status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, enter));
  expect(Object.fromEntries(outcomes)).toEqual({ 'register 200': PEOPLE, 'log in 200': PEOPLE });
});
