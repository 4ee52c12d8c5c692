import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { privacyEndpoints, RESTORE_DAYS } from '#contract/endpoints/privacy.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { buildUser, eventually, freshIp, nextMessage, TEST_PASSWORD } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { deleteExpiredRows } from './goodbye.ts';

const testApp = shareTestApp();
const { deleteMe, restoreLogIn } = privacyEndpoints;
const LINK = /\/Login\?restore=([\w-]+)/;
const DAY_MINUTES = 24 * 60;

async function buildDeleted() {
  const user = await buildUser(testApp);
  await testApp.call(foundAlbumEndpoints.addSubscription, {
    token: user.token,
    body: { program_name: 'Star', team_name: 'Comets', division_name: '' },
  });
  await testApp.call(deleteMe, { token: user.token, body: { password: TEST_PASSWORD } });
  const { text, html } = await nextMessage(testApp, user.email, /account was deleted/);
  return { user, token: LINK.exec(text)?.[1] ?? '', text, html };
}

const restore = (token: string) => testApp.call(restoreLogIn, { body: { token }, ip: freshIp() });
const logIn = (identifier: string) =>
  testApp.call(accountEndpoints.logIn, { body: { identifier, password: TEST_PASSWORD }, ip: freshIp() });

describe('"This was not me"', () => {
  test('brings back the log-in and nothing else', async () => {
    const { user, token, text } = await buildDeleted();
    expect(text).not.toContain(user.firstName);
    expect(await logIn(user.email)).toMatchObject({ status: 401 });
    expect(await restore(token)).toMatchObject({ status: 200, body: { sent: true } });
    const { text: linkMail } = await nextMessage(testApp, user.email, /loginToken=/);
    const loginToken = /loginToken=([\w-]+)/.exec(linkMail)?.[1] ?? '';
    expect(await logIn(user.email)).toMatchObject({ status: 401 });
    const { status, body } = await testApp.call(accountEndpoints.logInByLink, { query: { loginToken } });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ email: user.email, first_name: '', team_subscriptions: [] });
    expect(body.user.id).not.toBe(user.id);
  });

  test('makes one account, however often the link is opened', async () => {
    const { user, token } = await buildDeleted();
    const answers = await Promise.all(Array.from({ length: 3 }, () => restore(token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await restore(token)).toMatchObject({ status: 429 });
    const { rows } = {
      rows: await testApp.context.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', user.email)
        .execute(),
    };
    expect(rows).toHaveLength(1);
  });

  test('leaves an account alone that the address has got in the meantime', async () => {
    const { user, token } = await buildDeleted();
    const again = await buildUser(testApp, { email: user.email });
    expect(await restore(token)).toMatchObject({ status: 200 });
    await nextMessage(testApp, user.email, /loginToken=/);
    expect((await logIn(user.email)).body.user.id).toBe(again.id);
  });

  test('works for seven days, for which only a keyed hash of the address is kept', async () => {
    const { user, token } = await buildDeleted();
    const rowsLeft = () => testApp.context.db.selectFrom('deletedAccounts').selectAll().execute();
    const row = await eventually(
      async () => (await rowsLeft()).slice(-1).find(({ encryptedAddress }) => encryptedAddress === null),
      'the address to be forgotten',
    );
    expect(JSON.stringify(row)).not.toContain(user.email);
    testApp.advanceMinutes(RESTORE_DAYS * DAY_MINUTES - 10);
    await deleteExpiredRows(testApp.context.db, testApp.context.clock.now());
    expect(await restore(token)).toMatchObject({ status: 200 });
    testApp.advanceMinutes(20);
    expect(await restore(token)).toMatchObject({ status: 400, error: { code: 'link_invalid' } });
    await deleteExpiredRows(testApp.context.db, testApp.context.clock.now());
    expect(await rowsLeft()).toEqual([]);
  });

  test('refuses a link that was made up or changed', async () => {
    const { token } = await buildDeleted();
    const changed = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    for (const wrong of [changed, 'a'.repeat(60), `${token}AAAA`]) {
      expect(await restore(wrong)).toMatchObject({ status: 400, error: { code: 'link_invalid' } });
    }
  });

  test('tells about the deletion exactly once', async () => {
    const { user } = await buildDeleted();
    expect(await listOutbox(testApp.context.db, user.email)).toHaveLength(1);
  });
});
