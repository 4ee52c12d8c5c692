import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { emailAddressEndpoints } from '#contract/endpoints/email-addresses.ts';
import { enteringEndpoints } from '#contract/endpoints/entering.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { userListEndpoints } from '#contract/endpoints/user-administration.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { freshDevice } from '#server/testing/devices.ts';
import {
  buildRegistration,
  buildUser,
  eventually,
  freshEmail,
  freshIp,
  jobsAreDone,
  mailedToken,
  nextMessage,
  TEST_PASSWORD,
} from '#server/testing/factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp({ PROOFS: 'always', PUBLIC_URL: 'https://encore.test' });
const { register, logIn, logInByLink, resetPassword, me } = accountEndpoints;
const { sendEmailCode, checkEmailCode } = emailAddressEndpoints;

const OTHERS_PASSWORD = 'tR4vel-mug';
const registerAs = (email: string, fields = {}) =>
  testApp.call(register, {
    body: buildRegistration({ email, username: email, password: OTHERS_PASSWORD, ...fields }),
    ip: freshIp(),
    device: freshDevice(testApp),
  });
const tryPassword = (identifier: string, password: string, device = freshDevice(testApp)) =>
  testApp.call(logIn, { body: { identifier, password }, ip: freshIp(), device });
const isGone = (userId: number) =>
  eventually(async () => {
    const row = await testApp.context.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .executeTakeFirst();
    return row === undefined ? true : undefined;
  }, `user ${userId} to be erased`);

/** Everything but what differs between any two registrations. */
function comparable({ status, headers, body }: Awaited<ReturnType<typeof registerAs>>) {
  const { user } = body;
  const names = Object.keys(headers).toSorted();
  return { status, names, body: { ...body, jwt: '', user: { ...user, id: 0, created_at: '' } } };
}

describe('whoever registers an address', () => {
  test.each([
    ['nobody', undefined],
    ['somebody who has verified it', true],
    ['somebody who has not', false],
  ])('is answered the same if it belongs to %s', async (_name, isVerified) => {
    const email = freshEmail();
    const before = isVerified === undefined ? undefined : await buildUser(testApp, { email, isVerified });
    const [answer, fresh] = [await registerAs(email), await registerAs(freshEmail())];
    const { user } = comparable(fresh).body;
    expect(comparable(answer)).toEqual({
      ...comparable(fresh),
      body: { ...comparable(fresh).body, user: { ...user, email, username: email } },
    });
    expect(answer).toMatchObject({ status: 200, body: { user: { email, email_verified: false } } });
    const { jwt: token } = answer.body;
    expect(await testApp.call(me, { token })).toMatchObject({ status: 200, body: { email } });
    expect(await tryPassword(email, OTHERS_PASSWORD)).toMatchObject({
      status: 200,
      body: { user: { id: answer.body.user.id, email } },
    });
    if (!before) return;
    expect(answer.body.user.id).not.toBe(before.id);
    expect(await tryPassword(email, TEST_PASSWORD)).toMatchObject({ body: { user: { id: before.id } } });
  });

  test.each([['nobody'], ['somebody']])('gets codes and guesses alike if %s had it', async (whose) => {
    const email = freshEmail();
    if (whose === 'somebody') await buildUser(testApp, { email });
    const device = freshDevice(testApp);
    const body = buildRegistration({ email, username: email, password: OTHERS_PASSWORD });
    const { jwt: token } = (await testApp.call(register, { body, ip: freshIp(), device })).body;
    expect(await testApp.call(sendEmailCode, { token, body: {} })).toMatchObject({
      status: 200,
      body: { to: email, code: expect.stringMatching(/^\d{6}$/) },
    });
    for (let i = 0; i < 5; i++) {
      expect(await tryPassword(email, 'wrong', device)).toMatchObject({ status: 401 });
    }
    expect(await tryPassword(email, 'wrong', device)).toMatchObject({ status: 429 });
  });

  test('can do so three times a day, whoever has it', async () => {
    for (const email of [freshEmail(), (await buildUser(testApp)).email]) {
      const statuses = [];
      for (let i = 0; i < 4; i++) statuses.push((await registerAs(email)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
  });

  test('counts for the whole mailbox, whatever its tags', async () => {
    const email = freshEmail();
    const statuses = [];
    for (const tag of ['@', '+a@', '+b@', '+c@'])
      statuses.push((await registerAs(email.replace('@', tag))).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe('the owner of a verified address', () => {
  test('is notified of a registration, and keeps account and password', async () => {
    const owner = await buildUser(testApp);
    const stranger = await registerAs(owner.email);
    const { text } = await nextMessage(testApp, owner.email, /already have an account/);
    expect(text).toContain('https://encore.test/LoginSimple');
    expect(text).not.toMatch(/\d{6}|confirm=/);
    // In test mode the code is shown, and leads nowhere.
    const { code = '' } = (await testApp.call(sendEmailCode, { token: stranger.body.jwt, body: {} })).body;
    const verification = await testApp.call(checkEmailCode, { token: stranger.body.jwt, body: { code } });
    expect(verification).toMatchObject({ status: 400, error: { code: 'code_invalid' } });
    expect(await testApp.call(me, { token: owner.token })).toMatchObject({ body: { id: owner.id } });
    const staff = await buildUser(testApp, { role: 'super' });
    const found = await testApp.call(userListEndpoints.page, {
      token: staff.token,
      query: { q: owner.email },
    });
    expect(found.body.rows.map(({ id }) => id)).toEqual([owner.id]);
  });

  test('ends such registrations with the next log-in by link, and they are erased', async () => {
    const owner = await buildUser(testApp);
    const stranger = await registerAs(owner.email);
    const loginToken = await mailedToken(testApp, owner.email, 'login');
    expect(await testApp.call(logInByLink, { query: { loginToken }, ip: freshIp() })).toMatchObject({
      status: 200,
      body: { user: { id: owner.id, logs_in_by_link: false } },
    });
    expect(await testApp.call(me, { token: stranger.body.jwt })).toMatchObject({ status: 401 });
    await isGone(stranger.body.user.id);
    expect(await tryPassword(owner.email, OTHERS_PASSWORD)).toMatchObject({ status: 401 });
    expect(await tryPassword(owner.email, TEST_PASSWORD)).toMatchObject({ status: 200 });
  });
});

test('an address belongs to the first account that verifies it, not to the first that was registered', async () => {
  const email = freshEmail();
  const squatter = await registerAs(email, { first_name: 'Squatter', password: 'squatters-own-1' });
  const owner = await registerAs(email);
  const { code = '' } = (await testApp.call(sendEmailCode, { token: owner.body.jwt, body: {} })).body;
  expect(await testApp.call(checkEmailCode, { token: owner.body.jwt, body: { code } })).toMatchObject({
    status: 200,
    body: { id: owner.body.user.id, email, email_verified: true, first_name: 'Riley' },
  });
  expect(await testApp.call(me, { token: squatter.body.jwt })).toMatchObject({ status: 401 });
  await isGone(squatter.body.user.id);
  expect(await tryPassword(email, OTHERS_PASSWORD)).toMatchObject({ status: 200 });
});

describe('what a stranger put into an account', () => {
  const byLink = async (email: string) => {
    const loginToken = await mailedToken(testApp, email, 'login');
    return testApp.call(logInByLink, { query: { loginToken }, ip: freshIp() });
  };
  const byReset = async (email: string) => {
    const code = await mailedToken(testApp, email, 'password_reset');
    const body = { code, password: 'the-owners-own-1', passwordConfirmation: 'the-owners-own-1' };
    return testApp.call(resetPassword, { body, ip: freshIp() });
  };
  const byCode = async (email: string) => {
    const device = freshDevice(testApp);
    const asked = { email, agreed_to_terms: true } as const;
    const ask = await testApp.call(enteringEndpoints.sendOneTimeCode, { body: asked, ip: freshIp(), device });
    await jobsAreDone(testApp, 'accounts.mail-one-time-code');
    const { subject } = await nextMessage(testApp, email, /Enter this code at/);
    const body = { email, ticket: ask.body.ticket, code: subject.slice(0, 6) };
    return testApp.call(enteringEndpoints.enterByCode, { body, ip: freshIp(), device });
  };

  test.each([
    ['a link', byLink],
    ['a new password', byReset],
    ['a code', byCode],
  ])('is gone when the owner comes by %s: name, place and teams', async (_name, come) => {
    const email = freshEmail();
    const squatter = await registerAs(email, { first_name: 'Squatter' });
    const { jwt: token, user } = squatter.body;
    const team = { program_name: 'Comets', team_name: 'Blue', division_name: 'Senior' };
    const saved = await testApp.call(foundAlbumEndpoints.addSubscription, { token, body: team });
    expect(saved.status).toBe(200);
    await testApp.call(accountEndpoints.updateUser, {
      token,
      params: { id: user.id },
      body: { city: 'Waco' },
    });
    const owner = await come(email);
    expect(owner).toMatchObject({
      status: 200,
      body: {
        user: { email, first_name: '', name: '', city: null, birth_date: null, team_subscriptions: [] },
      },
    });
    expect(await testApp.call(me, { token })).toMatchObject({ status: 401 });
    await isGone(user.id);
  });

  test('stays if something was bought with it, which only accounts from before verifications have', async () => {
    const buyer = await buildUser(testApp, { isVerified: false });
    const album = await buildAlbum(testApp);
    await buildEntitlement(testApp, buyer, album);
    expect(await byLink(buyer.email)).toMatchObject({ status: 200, body: { user: { id: buyer.id } } });
    expect(await testApp.call(me, { token: buyer.token })).toMatchObject({ status: 401 });
  });

  test('stays suspended', async () => {
    const user = await buildUser(testApp, { isVerified: false });
    const suspendedAt = testApp.context.clock.now();
    await testApp.context.db.updateTable('users').set({ suspendedAt }).where('id', '=', user.id).execute();
    expect(await byLink(user.email)).toMatchObject({ status: 403, error: { code: 'account_suspended' } });
  });
});
