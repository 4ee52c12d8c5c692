import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { emailAddressEndpoints } from '#contract/endpoints/email-addresses.ts';
import { phoneLogInEndpoints } from '#contract/endpoints/entering.ts';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { privacyEndpoints } from '#contract/endpoints/privacy.ts';
import { siteEndpoints } from '#contract/endpoints/site.ts';
import { notify } from '#server/modules/notifications/notify.ts';
import { sendDeletionCode } from '#server/modules/privacy/delete-account.ts';
import { freshDevice } from '#server/testing/devices.ts';
import { buildUser, freshEmail, freshIp, nextMessage } from '#server/testing/factories.ts';
import { customerActor } from '#server/testing/paying-app.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp({ PROOFS: 'always' });
const { sendPhoneLogInCode, logInByPhone } = phoneLogInEndpoints;

let numbers = 0;
function freshNumber(): string {
  numbers += 1;
  return `+1512556${String(numbers).padStart(4, '0')}`;
}

const tickets = new Map<string, string>();
const send = async (to: string, device = freshDevice(testApp)) => {
  const answer = await testApp.call(sendPhoneLogInCode, { body: { to }, ip: freshIp(), device });
  if (answer.status === 200) tickets.set(to, answer.body.ticket);
  return answer;
};
const check = (to: string, token: string, ticket = tickets.get(to) ?? '') =>
  testApp.call(logInByPhone, {
    body: { to, token, ticket, agreed_to_terms: true },
    ip: freshIp(),
    device: freshDevice(testApp),
  });

async function textedCode(to: string): Promise<string> {
  expect(await send(to)).toMatchObject({ status: 200, body: { to } });
  const { text } = await nextMessage(testApp, to, /is your Encore code/);
  return /^\d{6}/.exec(text)?.[0] ?? '';
}

async function logIn(to = freshNumber()) {
  const code = await textedCode(to);
  const { status, body } = await check(to, code);
  expect(status).toBe(200);
  await testApp.context.db.deleteFrom('outboxMessages').where('recipient', '=', to).execute();
  await testApp.context.db.deleteFrom('rateHits').execute();
  return { to, token: body.jwt, user: body.user };
}

const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

describe('a phone number', () => {
  test('is opened only by the browser that asked for the code', async () => {
    const [to, other] = [freshNumber(), freshNumber()];
    const code = await textedCode(to);
    await send(other);
    for (const ticket of ['', 'made.up', tickets.get(other)]) {
      expect(await check(to, code, ticket)).toMatchObject({ status: 400, error: { code: 'code_invalid' } });
    }
    expect(await check(to, code)).toMatchObject({ status: 200 });
  });

  test('makes an account by its code, and opens the same one the next time', async () => {
    const first = await logIn();
    expect(first.user).toMatchObject({
      email: '',
      username: '',
      email_verified: false,
      phone_number: first.to,
      phone_verified: true,
      terms_due: null,
    });
    const again = await logIn(first.to);
    expect(again.user.id).toBe(first.user.id);
  });

  test('does not open the account of somebody who verified it for text messages', async () => {
    const to = freshNumber();
    const owner = await buildUser(testApp);
    await testApp.context.db
      .updateTable('users')
      .set({ phoneNumber: to, phoneVerifiedAt: new Date() })
      .where('id', '=', owner.id)
      .execute();
    const { user } = await logIn(to);
    expect(user.id).not.toBe(owner.id);
  });

  test('entered many times at once with the right code opens one account once', async () => {
    const to = freshNumber();
    const code = await textedCode(to);
    const answers = await Promise.all(Array.from({ length: 10 }, () => check(to, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
    const accounts = await testApp.context.db
      .selectFrom('users')
      .select('id')
      .where('phoneLogIn', '=', to)
      .execute();
    expect(accounts).toHaveLength(1);
  });

  test('that two accounts take at once belongs to one of them', async () => {
    const to = freshNumber();
    const people = [await logIn(), await logIn()];
    const codes = [];
    for (const { token } of people) {
      const sent = await testApp.call(accountEndpoints.sendPhoneCode, { token, body: { to }, ip: freshIp() });
      codes.push({ token, code: sent.body.code ?? '' });
      testApp.advanceMinutes(1);
    }
    const answers = await Promise.all(
      codes.map(({ token, code }) =>
        testApp.call(accountEndpoints.checkPhoneCode, { token, body: { to, token: code }, ip: freshIp() }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('opens nothing with a wrong, old or foreign code, and makes no account', async () => {
    const [to, other] = [freshNumber(), freshNumber()];
    const code = await textedCode(to);
    const invalid = { status: 400, error: { code: 'code_invalid' } };
    expect(await check(to, wrong(code))).toMatchObject(invalid);
    expect(await check(other, code)).toMatchObject(invalid);
    testApp.advanceMinutes(11);
    expect(await check(to, code)).toMatchObject(invalid);
    const accounts = await testApp.context.db
      .selectFrom('users')
      .select('id')
      .where('phoneLogIn', 'in', [to, other])
      .execute();
    expect(accounts).toEqual([]);
  });

  test('gives no more than five guesses', async () => {
    const to = freshNumber();
    const code = await textedCode(to);
    for (let guess = 0; guess < 5; guess++) await check(to, wrong(code));
    expect(await check(to, code)).toMatchObject({ status: 400, error: { code: 'code_invalid' } });
  });

  test('is texted at most once in 30 seconds and five times an hour, and one device texts five times', async () => {
    const to = freshNumber();
    expect(await send(to)).toMatchObject({ status: 200 });
    expect(await send(to)).toMatchObject({ status: 429 });
    const device = freshDevice(testApp);
    const statuses: number[] = [];
    for (let index = 0; index < 7; index++) statuses.push((await send(freshNumber(), device)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  test.each(['5125550100', '+0123456789', 'abc', '+1', ''])('%j is refused', async (to) => {
    expect(await send(to)).toMatchObject({ status: 400 });
  });

  test('is offered where text messages can be sent', async () => {
    expect(await testApp.call(siteEndpoints.getSite)).toMatchObject({ body: { phone_log_in: true } });
  });
});

describe('an account made by phone', () => {
  test('is notified of new photos by text message and never by email', async () => {
    const { to, token, user } = await logIn();
    const { body } = await testApp.call(notificationEndpoints.getSettings, {
      token,
      params: { id: user.id },
    });
    expect(body.settings.album_published).toEqual({ email: true, sms: true, push: true });
    await notify(testApp.context, user.id, {
      kind: 'album_published',
      subject: 'album:1',
      words: () => ({ title: 'New photos of Comets', line: 'Ready.' }),
      path: '/user-album/1',
    });
    const told = await testApp.context.db
      .selectFrom('notifications')
      .select('channel')
      .where('userId', '=', user.id)
      .execute();
    expect(told).toEqual([{ channel: 'sms' }]);
    expect(to).toBe(user.phone_number);
  });

  test('adds an email address by a mailed code, without a password', async () => {
    const { token } = await logIn();
    const email = freshEmail();
    expect(
      await testApp.call(emailAddressEndpoints.addEmail, { token, body: { email }, ip: freshIp() }),
    ).toMatchObject({ status: 200, body: { to: email } });
    const { subject } = await nextMessage(testApp, email, /confirms your new/);
    const code = /^\d{6}/.exec(subject)?.[0] ?? '';
    expect(await testApp.call(emailAddressEndpoints.checkNewEmail, { token, body: { code } })).toMatchObject({
      status: 200,
      body: { email, email_verified: true },
    });
    expect(
      await testApp.call(emailAddressEndpoints.addEmail, { token, body: { email: freshEmail() } }),
    ).toMatchObject({ status: 409 });
    const mails = await testApp.context.db
      .selectFrom('outboxMessages')
      .select('recipient')
      .where('recipient', 'like', '%.invalid')
      .execute();
    expect(mails).toEqual([]);
  });

  test('cannot verify the address that stands in for one', async () => {
    const { token } = await logIn();
    expect((await testApp.call(emailAddressEndpoints.sendEmailCode, { token, body: {} })).status).toBe(409);
  });

  test('does not lose its only way in', async () => {
    const { token, user } = await logIn();
    const change = { token, params: { id: user.id }, body: { phone_number: null } };
    expect(await testApp.call(accountEndpoints.updateUser, change)).toMatchObject({ status: 409 });
  });

  test('logs in by its new number once that is verified', async () => {
    const { token, user, to } = await logIn();
    const next = freshNumber();
    await testApp.call(accountEndpoints.sendPhoneCode, { token, body: { to: next }, ip: freshIp() });
    const { text } = await nextMessage(testApp, next, /is your Encore code/);
    const code = /^\d{6}/.exec(text)?.[0] ?? '';
    expect(
      await testApp.call(accountEndpoints.checkPhoneCode, { token, body: { to: next, token: code } }),
    ).toMatchObject({ status: 200 });
    await nextMessage(testApp, to, /no longer logs in to your Encore account/);
    await testApp.context.db.deleteFrom('outboxMessages').where('recipient', 'in', [to, next]).execute();
    expect((await logIn(next)).user.id).toBe(user.id);
    expect((await logIn(to)).user.id).not.toBe(user.id);
  });

  test('is deleted by a texted code', async () => {
    const { token, to } = await logIn();
    expect(await testApp.call(privacyEndpoints.sendDeletionCode, { token, body: {} })).toMatchObject({
      status: 200,
      body: { to },
    });
    const { text } = await nextMessage(testApp, to, /is your code to delete/);
    const code = /^\d{6}/.exec(text)?.[0] ?? '';
    expect((await testApp.call(privacyEndpoints.deleteMe, { token, body: { code } })).status).toBe(200);
  });

  test('reads why no code to delete it comes, if the number answered STOP', async () => {
    const { user } = await logIn();
    const sms = { ...testApp.context.sms, send: async () => 'stopped' as const };
    const asked = sendDeletionCode({ ...testApp.context, sms }, customerActor(user));
    await expect(asked).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('text START'),
    });
  });
});
