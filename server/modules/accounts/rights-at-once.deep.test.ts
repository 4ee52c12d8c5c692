import { expect, test } from 'vitest';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { buildUser } from '#server/testing/factories.ts';
import { startSecondProcess } from '#server/testing/second-process.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp();
/** It receives no live events, so it must ask the database with every call. */
const second = startSecondProcess(testApp, { isDeaf: true });

const statusAt = async (url: string, token: string) =>
  (await second.app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } })).statusCode;

test('a session that ends in one process ends at once in every other', async () => {
  const user = await buildUser(testApp);
  expect(await statusAt('/users/me', user.token)).toBe(200);
  const now = new Date().toISOString();
  await testApp.context.db
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('userId', '=', user.id)
    .execute();
  expect(await statusAt('/users/me', user.token)).toBe(401);
});

test('a role that changes opens and closes calls at once in every process', async () => {
  const user = await buildUser(testApp, { role: 'super' });
  const setRole = (role: string) =>
    testApp.context.db.updateTable('users').set({ role }).where('id', '=', user.id).execute();
  expect(await statusAt('/events/admin', user.token)).toBe(200);
  await setRole('authenticated');
  expect(await statusAt('/events/admin', user.token)).toBe(403);
  await setRole('super');
  expect(await statusAt('/events/admin', user.token)).toBe(200);
});

test('an account that is suspended is shut out at once in every process', async () => {
  const [staff, user] = [await buildUser(testApp, { role: 'customer_support' }), await buildUser(testApp)];
  expect(await statusAt('/user-found-albums/me', user.token)).toBe(200);
  const params = { id: user.id };
  await testApp.call(userAdministrationEndpoints.suspendUser, {
    token: staff.token,
    params,
    body: { reason: 'copying' },
  });
  expect(await statusAt('/user-found-albums/me', user.token)).toBe(401);
});
