import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { buildUser, freshIp, nextMessage, type TestUser } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const testApp = shareTestApp();
const { sendPhoneCode, checkPhoneCode, me } = accountEndpoints;

let numbers = 0;
function freshNumber(): string {
  numbers += 1;
  return `+1512555${String(numbers).padStart(4, '0')}`;
}

const send = (user: TestUser, to: string, ip = freshIp()) =>
  testApp.call(sendPhoneCode, { token: user.token, body: { to }, ip });
const check = (user: TestUser, to: string, token: string, ip = freshIp()) =>
  testApp.call(checkPhoneCode, { token: user.token, body: { to, token }, ip });

async function textedCode(user: TestUser, to: string): Promise<string> {
  const answer = await send(user, to);
  expect(answer).toMatchObject({ status: 200, body: { to, status: 'pending' } });
  const message = await nextMessage(testApp, to, /is your Encore code/);
  return /^\d{6}/.exec(message.text)?.[0] ?? '';
}

const wrong = (code: string) => (code === '000000' ? '111111' : '000000');
const INVALID = { status: 400, error: { code: 'code_invalid' } };

describe('a phone code', () => {
  test('is texted, and verifies the number for the one who asked', async () => {
    const user = await buildUser(testApp);
    const to = freshNumber();
    const code = await textedCode(user, to);
    expect(await testApp.call(me, { token: user.token })).toMatchObject({ body: { phone_verified: false } });
    expect(await check(user, to, code)).toMatchObject({ status: 200, body: { to, status: 'approved' } });
    expect(await testApp.call(me, { token: user.token })).toMatchObject({
      body: { phone_number: to, phone_verified: true },
    });
  });

  test('that is wrong changes nothing', async () => {
    const user = await buildUser(testApp);
    const to = freshNumber();
    const code = await textedCode(user, to);
    expect(await check(user, to, wrong(code))).toMatchObject(INVALID);
    expect(await testApp.call(me, { token: user.token })).toMatchObject({
      body: { phone_number: null, phone_verified: false },
    });
  });

  test('works for its user and its number only', async () => {
    const user = await buildUser(testApp);
    const other = await buildUser(testApp);
    const to = freshNumber();
    const code = await textedCode(user, to);
    expect(await check(other, to, code)).toMatchObject(INVALID);
    expect(await check(user, freshNumber(), code)).toMatchObject(INVALID);
    expect(await check(user, to, code)).toMatchObject({ status: 200 });
  });

  test('is burnt by 5 wrong tries', async () => {
    const user = await buildUser(testApp);
    const to = freshNumber();
    const code = await textedCode(user, to);
    for (let i = 0; i < 5; i++) expect(await check(user, to, wrong(code))).toMatchObject(INVALID);
    expect(await check(user, to, code)).toMatchObject(INVALID);
  });

  test('still works after 4 wrong tries, and then no more', async () => {
    const user = await buildUser(testApp);
    const to = freshNumber();
    const code = await textedCode(user, to);
    for (let i = 0; i < 4; i++) expect(await check(user, to, wrong(code))).toMatchObject(INVALID);
    expect(await check(user, to, code)).toMatchObject({ status: 200 });
    expect(await check(user, to, code)).toMatchObject(INVALID);
  });

  test('works for 10 minutes', async () => {
    const user = await buildUser(testApp);
    const to = freshNumber();
    const code = await textedCode(user, to);
    testApp.advanceMinutes(10.1);
    expect(await check(user, to, code)).toMatchObject(INVALID);
  });

  test('is stored as a hash', async () => {
    const user = await buildUser(testApp);
    const to = freshNumber();
    const code = await textedCode(user, to);
    const rows = await testApp.context.db
      .selectFrom('phoneCodes')
      .selectAll()
      .where('userId', '=', user.id)
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.codeHash).toHaveLength(32);
    expect(rows[0]?.codeHash.toString('latin1')).not.toContain(code);
  });

  test('of which 10 are guessed wrong closes for that account for 15 minutes, and for no other at the address', async () => {
    const user = await buildUser(testApp);
    const ip = freshIp();
    const to = freshNumber();
    for (let i = 0; i < 10; i++) expect(await check(user, to, '000000', ip)).toMatchObject(INVALID);
    expect(await check(user, to, '000000', ip)).toMatchObject({ status: 429 });
    expect(await check(await buildUser(testApp), to, '000000', ip)).toMatchObject(INVALID);
    testApp.advanceMinutes(15.1);
    expect(await check(user, to, '000000', ip)).toMatchObject(INVALID);
  });

  test.each(['', '12', 'abcdef', '12345678901', '12 456'])('"%s" is no code', async (code) => {
    const user = await buildUser(testApp);
    expect(await check(user, freshNumber(), code)).toMatchObject({
      status: 400,
      error: { code: 'invalid_request' },
    });
  });
});

describe('texting', () => {
  test('to one number happens once in 30 seconds, whoever asks', async () => {
    const to = freshNumber();
    expect(await send(await buildUser(testApp), to)).toMatchObject({ status: 200 });
    const again = await send(await buildUser(testApp), to);
    expect(again).toMatchObject({ status: 429 });
    expect(Number(again.headers['retry-after'])).toBeLessThanOrEqual(30);
    testApp.advanceMinutes(0.51);
    expect(await send(await buildUser(testApp), to)).toMatchObject({ status: 200 });
  });

  test('to one number happens 5 times an hour', async () => {
    const user = await buildUser(testApp);
    const to = freshNumber();
    for (let i = 0; i < 5; i++) {
      expect(await send(user, to)).toMatchObject({ status: 200 });
      testApp.advanceMinutes(1);
    }
    expect(await send(user, to)).toMatchObject({ status: 429 });
    testApp.advanceMinutes(56);
    expect(await send(user, to)).toMatchObject({ status: 200 });
  });

  test('from one account happens 10 times an hour, wherever it is, and others at the address go on', async () => {
    const user = await buildUser(testApp);
    const ip = freshIp();
    for (let i = 0; i < 10; i++) expect(await send(user, freshNumber(), ip)).toMatchObject({ status: 200 });
    expect(await send(user, freshNumber(), freshIp())).toMatchObject({ status: 429 });
    expect(await send(await buildUser(testApp), freshNumber(), ip)).toMatchObject({ status: 200 });
  });
});
