import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { freshDevice } from '#server/testing/devices.ts';
import {
  buildRegistration,
  buildUser,
  countHits,
  freshIp,
  jobsAreDone,
  nextMessage,
  TEST_PASSWORD,
} from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const testApp = shareTestApp();
const { register, logIn, sendLoginLink, forgotPassword, logInByLink, changePassword } = accountEndpoints;

type From = { ip?: string; device?: string };

const tryPassword = (email: string, password: string, from: From = {}) =>
  testApp.call(logIn, { body: { identifier: email, password }, ip: freshIp(), ...from });
const ask = (email: string, from: From = {}) =>
  testApp.call(sendLoginLink, { body: { email }, ip: freshIp(), ...from });

/** Stands for guesses that came from anywhere, without hashing a password for each. */
const guessFromAnywhere = (email: string, times: number) => countHits(testApp, `login:${email}`, times);

async function ownerWithPhone() {
  const user = await buildUser(testApp);
  const device = freshDevice(testApp);
  expect(await tryPassword(user.email, TEST_PASSWORD, { device })).toMatchObject({ status: 200 });
  return { ...user, device };
}

/** One request per address, with a device or without one, as somebody with a botnet sends them. */
async function attack(send: (from: From) => Promise<{ status: number }>, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) {
    const from = i % 2 === 0 ? {} : { device: freshDevice(testApp) };
    statuses.push((await send(from)).status);
  }
  return statuses;
}

describe('a stranger', () => {
  test('who guesses passwords from many addresses gets 50 tries in 15 minutes and 300 a day', async () => {
    const { email } = await buildUser(testApp);
    await guessFromAnywhere(email, 48);
    const guess = (from: From) => tryPassword(email, 'wrong', from);
    expect(await attack(guess, 4)).toEqual([401, 401, 429, 429]);
    for (let i = 0; i < 5; i++) {
      testApp.advanceMinutes(16);
      await guessFromAnywhere(email, 50);
    }
    testApp.advanceMinutes(16);
    expect(await attack(guess, 2)).toEqual([429, 429]);
    testApp.advanceMinutes(24 * 60);
    expect(await attack(guess, 1)).toEqual([401]);
  });

  test('cannot lock the owner out of a device that has logged in before', async () => {
    const owner = await ownerWithPhone();
    await guessFromAnywhere(owner.email, 300);
    expect(await tryPassword(owner.email, 'wrong')).toMatchObject({ status: 429 });
    const { email, device } = owner;
    for (let i = 0; i < 3; i++) {
      expect(await tryPassword(email, TEST_PASSWORD, { device })).toMatchObject({ status: 200 });
    }
  });

  test('at the same address cannot either', async () => {
    const { email, device } = await ownerWithPhone();
    const ip = freshIp();
    for (let i = 0; i < 5; i++)
      expect(await tryPassword(email, 'wrong', { ip })).toMatchObject({ status: 401 });
    expect(await tryPassword(email, 'wrong', { ip })).toMatchObject({ status: 429 });
    expect(await tryPassword(email, TEST_PASSWORD, { ip, device })).toMatchObject({ status: 200 });
  });

  test('cannot keep the owner from a mailed link on a new device', async () => {
    const { email } = await buildUser(testApp);
    await guessFromAnywhere(email, 300);
    expect(new Set(await attack((from) => ask(email, from), 30))).toEqual(new Set([200]));
    // The owner's own request sends no further mail, but a link is already in the inbox and still valid.
    testApp.advanceMinutes(14);
    expect(await ask(email)).toMatchObject({ status: 200, body: { sent: true } });
    const { text } = await nextMessage(testApp, email);
    const loginToken = /loginToken=([\w-]+)/.exec(text)?.[1] ?? '';
    expect((await testApp.call(logInByLink, { query: { loginToken }, ip: freshIp() })).status).toBe(200);
  });

  test('cannot flood an inbox, nor use up the mails of the owner’s own device', async () => {
    const { email, device } = await ownerWithPhone();
    await attack((from) => ask(email, from), 10);
    await attack((from) => testApp.call(forgotPassword, { body: { email }, ip: freshIp(), ...from }), 10);
    expect(await ask(email, { device })).toMatchObject({ status: 200 });
    await jobsAreDone(testApp, 'accounts.send-link');
    expect(await listOutbox(testApp.context.db, email)).toHaveLength(4);
  });

  test('cannot flood an inbox by tags and dots of its address either', async () => {
    const { email } = await buildUser(testApp);
    const tagged = email.replace('@', '+tag@');
    await buildUser(testApp, { email: tagged });
    await attack((from) => ask(email, from), 2);
    await attack((from) => ask(tagged, from), 10);
    await jobsAreDone(testApp, 'accounts.send-link');
    const mails = [email, tagged].map((address) => listOutbox(testApp.context.db, address));
    expect((await Promise.all(mails)).flat()).toHaveLength(3);
  });

  test('with a stolen password loses their device’s tries when the owner changes it', async () => {
    const { email, device, token } = await ownerWithPhone();
    const thief = freshDevice(testApp);
    expect(await tryPassword(email, TEST_PASSWORD, { device: thief })).toMatchObject({ status: 200 });
    const body = {
      currentPassword: TEST_PASSWORD,
      password: 'another-1-now',
      passwordConfirmation: 'another-1-now',
    };
    expect(await testApp.call(changePassword, { token, body, device })).toMatchObject({ status: 200 });
    await guessFromAnywhere(email, 50);
    expect(await tryPassword(email, 'wrong', { device: thief })).toMatchObject({ status: 429 });
    expect(await tryPassword(email, 'another-1-now', { device })).toMatchObject({ status: 200 });
  });
});

test('the owner’s own device has 10 tries in 15 minutes', async () => {
  const { email, device } = await ownerWithPhone();
  for (let i = 0; i < 10; i++) {
    expect(await tryPassword(email, 'wrong', { device })).toMatchObject({ status: 401 });
  }
  expect(await tryPassword(email, TEST_PASSWORD, { device })).toMatchObject({ status: 429 });
});

describe('an arena behind one address', () => {
  test('with too many new devices shares one count among the rest', async () => {
    const ip = freshIp();
    await countHits(testApp, `device:${ip}`, 6_000);
    const { email } = await buildUser(testApp);
    const again = (from: From = {}) =>
      testApp.call(register, { body: buildRegistration({ email }), ip, ...from });
    for (let i = 0; i < 5; i++) expect(await again()).toMatchObject({ status: 409 });
    expect(await again()).toMatchObject({ status: 429 });
    expect(await again({ device: freshDevice(testApp) })).toMatchObject({ status: 409 });
  });
});
