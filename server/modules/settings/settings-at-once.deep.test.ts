import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { settingsEndpoints } from '#contract/endpoints/settings.ts';
import { buildUser } from '#server/testing/factories.ts';
import { startSecondProcess } from '#server/testing/second-process.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { forgetSettings, getSettings } from './get-settings.ts';

const testApp = startTestApp();
const second = startSecondProcess(testApp);

const setLimit = async (limit: number) => {
  const { token } = await buildUser(testApp, { role: 'super' });
  const body = { open_albums_limit: limit };
  expect((await testApp.call(settingsEndpoints.changeSettings, { token, body })).status).toBe(200);
};

test('a setting that changes in one process is forgotten by every other when the notification arrives', async () => {
  const { live } = second.context;
  // Waits until the process is connected, because news from before is not passed on.
  await live.listen({ userId: 0, isStaff: false, send: () => undefined, sendReset: () => undefined });
  const before = (await getSettings(second.context)).open_albums_limit;
  // Listeners are told in order, so the process itself has been told when this one is.
  const told = new Promise<void>((resolve) => live.listenToSettings(resolve));
  await setLimit(before + 7);
  await told;
  expect((await getSettings(second.context)).open_albums_limit).toBe(before + 7);
});

test('what is read while a change is announced is not cached', async () => {
  const { context } = second;
  await setLimit(30);
  forgetSettings(second.context);
  const reading = getSettings(context);
  forgetSettings(second.context);
  await reading;
  await context.db.transaction().execute(async (tx) => {
    // Nobody is told of this change, so only an answer that was not kept shows it.
    await sql`set local session_replication_role = replica`.execute(tx);
    await tx
      .updateTable('siteSettings')
      .set({ value: JSON.stringify(31) })
      .where('key', '=', 'open_albums_limit')
      .execute();
  });
  expect((await getSettings(context)).open_albums_limit).toBe(31);
});

test('callers who arrive while the settings are read wait for the same answer, but not for one from before a change', async () => {
  const { context } = second;
  forgetSettings(second.context);
  const [first, together] = [getSettings(context), getSettings(context)];
  forgetSettings(second.context);
  const after = getSettings(context);
  expect(await together).toBe(await first);
  expect(await after).not.toBe(await first);
});

test('a transaction reads the settings on its own connection', async () => {
  const { context } = second;
  forgetSettings(second.context);
  const outside = getSettings(context);
  const inside = await context.db.transaction().execute((tx) => getSettings({ ...context, db: tx }));
  expect(inside).toEqual(await outside);
});
