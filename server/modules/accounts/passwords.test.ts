import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { inTransaction } from '#server/context.ts';
import { buildUser, freshIp, mailedToken, nextMessage, TEST_PASSWORD } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { untilStuck } from '#server/testing/until-stuck.ts';

const testApp = shareTestApp();
const { resetPassword, changePassword, logIn, logInByLink, me } = accountEndpoints;
const NEW_PASSWORD = 'Another-pass-2';

const reset = (code: string, password = NEW_PASSWORD, passwordConfirmation = password) =>
  testApp.call(resetPassword, { body: { code, password, passwordConfirmation }, ip: freshIp() });
const tryLogIn = (identifier: string, password: string) =>
  testApp.call(logIn, { body: { identifier, password }, ip: freshIp() });

describe('a password reset', () => {
  test('sets the new password, and the old one works no more', async () => {
    const user = await buildUser(testApp);
    const answer = await reset(await mailedToken(testApp, user.email, 'password_reset'));
    expect(answer).toMatchObject({ status: 200, body: { user: { id: user.id } } });
    expect(await tryLogIn(user.email, NEW_PASSWORD)).toMatchObject({ status: 200 });
    expect(await tryLogIn(user.email, TEST_PASSWORD)).toMatchObject({ status: 401 });
  });

  test('ends all other sessions and starts one', async () => {
    const user = await buildUser(testApp);
    const elsewhere = await tryLogIn(user.email, TEST_PASSWORD);
    const neighbour = await buildUser(testApp);
    const answer = await reset(await mailedToken(testApp, user.email, 'password_reset'));
    for (const token of [user.token, elsewhere.body.jwt]) {
      expect(await testApp.call(me, { token })).toMatchObject({ status: 401 });
    }
    for (const token of [answer.body.jwt, neighbour.token]) {
      expect(await testApp.call(me, { token })).toMatchObject({ status: 200 });
    }
  });

  test('ends a log-in with the old password that is under way', async () => {
    const user = await buildUser(testApp);
    const { logging } = await inTransaction(testApp.context, async ({ db }) => {
      await db.updateTable('users').set({ passwordHash: null }).where('id', '=', user.id).execute();
      const logging = tryLogIn(user.email, TEST_PASSWORD);
      await untilStuck(testApp, logging);
      return { logging };
    });
    expect(await logging).toMatchObject({ status: 401, error: { code: 'login_failed' } });
  });

  test('sends the owner a notice', async () => {
    const user = await buildUser(testApp);
    await reset(await mailedToken(testApp, user.email, 'password_reset'));
    const notice = await nextMessage(testApp, user.email, /password was changed/);
    expect(notice.text).toContain('all other devices were logged out');
    expect(notice.html).toContain('/PasswordReset');
  });

  test('works for 60 minutes', async () => {
    const user = await buildUser(testApp);
    const early = await mailedToken(testApp, user.email, 'password_reset');
    testApp.advanceMinutes(59);
    expect(await reset(early)).toMatchObject({ status: 200 });
    const late = await mailedToken(testApp, user.email, 'password_reset');
    testApp.advanceMinutes(60.1);
    expect(await reset(late, 'too-late-now')).toMatchObject({ status: 400, error: { code: 'link_invalid' } });
    expect(await tryLogIn(user.email, NEW_PASSWORD)).toMatchObject({ status: 200 });
  });

  test('tried 10 times at the same moment sets one password', async () => {
    const user = await buildUser(testApp);
    const code = await mailedToken(testApp, user.email, 'password_reset');
    const passwords = Array.from({ length: 10 }, (_, i) => `parallel-${i}`);
    const answers = await Promise.all(passwords.map((password) => reset(code, password)));
    const winners = passwords.filter((_, i) => answers[i]?.status === 200);
    expect(winners).toHaveLength(1);
    expect(await tryLogIn(user.email, winners[0] ?? '')).toMatchObject({ status: 200 });
  });

  test('closes the links that were mailed before it', async () => {
    const user = await buildUser(testApp);
    const first = await mailedToken(testApp, user.email, 'password_reset');
    const login = await mailedToken(testApp, user.email, 'login');
    const second = await mailedToken(testApp, user.email, 'password_reset');
    expect(await reset(second)).toMatchObject({ status: 200 });
    expect(await reset(first, 'from-an-old-mail')).toMatchObject({ status: 400 });
    expect((await testApp.call(logInByLink, { query: { loginToken: login }, ip: freshIp() })).status).toBe(
      400,
    );
  });

  test('needs the confirmation to be equal and the password to have 7 characters, and keeps the link', async () => {
    const user = await buildUser(testApp);
    const code = await mailedToken(testApp, user.email, 'password_reset');
    const different = await reset(code, NEW_PASSWORD, 'Another-pass-3');
    expect(different).toMatchObject({ status: 400, error: { code: 'invalid_request' } });
    expect(different.error.details).toContainEqual(
      expect.objectContaining({ path: 'passwordConfirmation', message: 'The passwords don’t match' }),
    );
    expect(await reset(code, 'abcdef')).toMatchObject({ status: 400, error: { code: 'invalid_request' } });
    expect(await reset(code, user.email)).toMatchObject({ status: 400, error: { code: 'invalid_request' } });
    expect(await reset(code, 'kvmdefg')).toMatchObject({ status: 200 });
  });
});

describe('changing the password while logged in', () => {
  const change = (token: string, currentPassword: string, password = NEW_PASSWORD) =>
    testApp.call(changePassword, {
      token,
      body: { currentPassword, password, passwordConfirmation: password },
    });

  test('needs the current one', async () => {
    const user = await buildUser(testApp);
    expect(await change(user.token, 'wrong')).toMatchObject({
      status: 403,
      error: { code: 'password_wrong' },
    });
    expect(await tryLogIn(user.email, TEST_PASSWORD)).toMatchObject({ status: 200 });
  });

  test('ends every session but the new one and sends a notice', async () => {
    const user = await buildUser(testApp);
    const answer = await change(user.token, TEST_PASSWORD);
    expect(answer).toMatchObject({ status: 200, body: { user: { id: user.id } } });
    expect(await testApp.call(me, { token: user.token })).toMatchObject({ status: 401 });
    expect(await testApp.call(me, { token: answer.body.jwt })).toMatchObject({ status: 200 });
    expect(await tryLogIn(user.email, TEST_PASSWORD)).toMatchObject({ status: 401 });
    expect(await tryLogIn(user.email, NEW_PASSWORD)).toMatchObject({ status: 200 });
    await nextMessage(testApp, user.email, /password was changed/);
  });

  test('is limited to 5 wrong tries in 15 minutes', async () => {
    const user = await buildUser(testApp);
    for (let i = 0; i < 5; i++) expect(await change(user.token, 'wrong')).toMatchObject({ status: 403 });
    expect(await change(user.token, TEST_PASSWORD)).toMatchObject({ status: 429 });
    testApp.advanceMinutes(15.1);
    expect(await change(user.token, TEST_PASSWORD)).toMatchObject({ status: 200 });
  });
});
