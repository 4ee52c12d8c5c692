import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { enteringEndpoints } from '#contract/endpoints/entering.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { freshDevice } from '#server/testing/devices.ts';
import { buildUser, freshIp, mailedToken, nextMessage, type TestUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { deletePerson } from './erase-account.ts';
import { signLinks } from './links.ts';
import { logUserOut, suspendUser } from './user-administration.ts';

const testApp = startTestApp({ PUBLIC_URL: 'https://encore.test' });
const { logInByLink, changePassword, resetPassword, logOut } = accountEndpoints;
const { describeMailLink } = enteringEndpoints;

async function mailLink(user: TestUser, path = '/user-album/7') {
  const sign = await signLinks(testApp.context, { userId: user.id, about: 'New photos of Comets' });
  const address = new URL(sign(path));
  return { address, token: address.searchParams.get('login') ?? '' };
}
const spend = (loginToken: string, token?: string) =>
  testApp.call(logInByLink, {
    query: { loginToken },
    ip: freshIp(),
    device: freshDevice(testApp),
    ...(token && { token }),
  });
const look = (loginToken: string, token?: string) =>
  testApp.call(describeMailLink, {
    body: { loginToken },
    ip: freshIp(),
    device: freshDevice(testApp),
    ...(token && { token }),
  });

describe('a link in a mail', () => {
  test('leads to its place and keeps the query and the part of the page that it names', async () => {
    const user = await buildUser(testApp);
    const { address, token } = await mailLink(user, '/user-profile?tab=mail#notifications');
    expect(`${address.origin}${address.pathname}${address.hash}`).toBe(
      'https://encore.test/user-profile#notifications',
    );
    expect(address.searchParams.get('tab')).toBe('mail');
    expect(token).toMatch(/^[\w-]{43}$/);
  });

  test('logs its reader in once, and of twenty at once only one', async () => {
    const user = await buildUser(testApp);
    const { token } = await mailLink(user);
    const answers = await Promise.all(Array.from({ length: 20 }, () => spend(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.code === 'link_invalid')).toHaveLength(19);
  });

  test('works for seven days', async () => {
    const user = await buildUser(testApp);
    const [early, late] = [await mailLink(user), await mailLink(user)];
    testApp.advanceMinutes(7 * 24 * 60 - 1);
    expect(await spend(early.token)).toMatchObject({ status: 200 });
    testApp.advanceMinutes(2);
    expect(await spend(late.token)).toMatchObject({ status: 400, error: { code: 'link_invalid' } });
  });

  test('is stored as a hash only, and cannot set a password', async () => {
    const user = await buildUser(testApp);
    const { token } = await mailLink(user);
    const { db } = testApp.context;
    const rows = await db.selectFrom('linkTokens').selectAll().where('userId', '=', user.id).execute();
    expect(rows).toMatchObject([{ purpose: 'mail', tokenHash: hashSecret(token) }]);
    expect(JSON.stringify(rows)).not.toContain(token);
    const body = { code: token, password: 'brand-new-1', passwordConfirmation: 'brand-new-1' };
    expect(await testApp.call(resetPassword, { body, ip: freshIp() })).toMatchObject({ status: 400 });
    expect(await spend(token)).toMatchObject({ status: 200 });
  });

  test('verifies the address of its reader and ends what somebody else made with it', async () => {
    const squatter = await buildUser(testApp, { isVerified: false });
    const { token } = await mailLink(squatter);
    expect(await spend(token)).toMatchObject({
      status: 200,
      body: { address_claimed: true, user: { id: squatter.id, first_name: 'Test', logs_in_by_link: true } },
    });
    await nextMessage(testApp, squatter.email, /password was removed/);
    expect(await testApp.call(accountEndpoints.me, { token: squatter.token })).toMatchObject({ status: 401 });
  });

  test('leaves the second factor to be asked', async () => {
    const staff = await buildUser(testApp, { role: 'analyst' });
    const { db, clock } = testApp.context;
    await db.updateTable('users').set({ secondFactorAt: clock.now() }).where('id', '=', staff.id).execute();
    expect(await spend((await mailLink(staff)).token)).toMatchObject({
      status: 401,
      error: { code: 'second_factor_required' },
    });
  });

  const password = {
    currentPassword: 'a-Good-pass1',
    password: 'brand-new-1',
    passwordConfirmation: 'brand-new-1',
  };
  test.each([
    [
      'a change of password',
      (user: TestUser) => testApp.call(changePassword, { token: user.token, body: password }),
    ],
    [
      'a reset password',
      async (user: TestUser) => {
        const code = await mailedToken(testApp, user.email, 'password_reset');
        const { currentPassword: _, ...pair } = password;
        return testApp.call(resetPassword, { body: { code, ...pair }, ip: freshIp() });
      },
    ],
    [
      'logging out everywhere',
      (user: TestUser) => testApp.call(logOut, { token: user.token, body: { everywhere: true } }),
    ],
    [
      'staff logging the person out',
      async (user: TestUser) => logUserOut(testApp.context, await buildActor(), user.id),
    ],
    [
      'suspension',
      async (user: TestUser) =>
        suspendUser(testApp.context, await buildActor(), { userId: user.id, reason: 'copying', note: '' }),
    ],
    ['deletion', (user: TestUser) => deletePerson(testApp.context.db, user.id)],
  ])('dies with %s', async (_name, happen) => {
    const user = await buildUser(testApp);
    const { token } = await mailLink(user);
    await happen(user);
    expect(await spend(token)).toMatchObject({ status: 400, error: { code: 'link_invalid' } });
  });

  async function buildActor() {
    const { id } = await buildUser(testApp, { role: 'super' });
    return { userId: id, role: 'super' as const, sessionId: '', isVerified: true };
  }
});

describe('looking at a link', () => {
  test('says whom it is for and what it is about, and does not use it up', async () => {
    const user = await buildUser(testApp, { firstName: 'Bea', email: 'bea@mail.example.test' });
    const { token } = await mailLink(user);
    for (let i = 0; i < 3; i++) {
      expect(await look(token)).toMatchObject({
        status: 200,
        body: {
          first_name: 'Bea',
          email_hint: 'b•••@m•••.example.test',
          about: 'New photos of Comets',
          is_yours: false,
          works: true,
        },
      });
    }
    expect(await look(token)).toMatchObject({ body: { has_session: false } });
    expect(await look(token, user.token)).toMatchObject({ body: { is_yours: true, has_session: true } });
    expect(await look(token, (await buildUser(testApp)).token)).toMatchObject({ body: { is_yours: false } });
    expect(await spend(token)).toMatchObject({ status: 200 });
  });

  test('that was used or has expired still names its reader, and says that it does not log in', async () => {
    const user = await buildUser(testApp);
    const [used, expired] = [await mailLink(user), await mailLink(user)];
    await spend(used.token);
    expect(await look(used.token)).toMatchObject({ status: 200, body: { works: false } });
    testApp.advanceMinutes(8 * 24 * 60);
    expect(await look(expired.token)).toMatchObject({
      status: 200,
      body: { works: false, about: 'New photos of Comets' },
    });
  });

  test('that nobody made is refused, and guessing is limited', async () => {
    const device = freshDevice(testApp);
    const guess = () =>
      testApp.call(describeMailLink, { body: { loginToken: 'x'.repeat(43) }, ip: freshIp(), device });
    for (let i = 0; i < 10; i++) expect(await guess()).toMatchObject({ status: 400 });
    expect(await guess()).toMatchObject({ status: 429 });
    const forged = { body: { loginToken: `${crypto.randomUUID()}.${'x'.repeat(43)}` }, ip: freshIp() };
    expect(await testApp.call(describeMailLink, forged)).toMatchObject({ status: 400 });
  });
});
