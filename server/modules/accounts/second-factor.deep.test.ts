import { generateSync } from 'otplib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { emailAddressEndpoints } from '#contract/endpoints/email-addresses.ts';
import { loginChallenge, secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import {
  buildUser,
  freshEmail,
  freshIp,
  mailedToken,
  nextMessage,
  TEST_PASSWORD,
  type TestUser,
} from '#server/testing/factories.ts';
import { shareTestApp, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { approveSecondFactorOf } from './mailed-factor-code.ts';
import { setSecondFactorAt } from './second-factor.queries.ts';
import { resetSecondFactorOf } from './second-factor.ts';
import { findCaller } from './sessions.ts';

const testApp = shareTestApp();
const calls = secondFactorEndpoints;
/** Text messages are real, and mail still goes to the outbox, where tests read it. */
const REAL = {
  PUBLIC_URL: 'https://shop.encore.test',
  TWILIO_ACCOUNT_SID: 'AC0',
  TWILIO_AUTH_TOKEN: 'secret',
  TWILIO_VERIFY_SERVICE_SID: 'VA0',
  TWILIO_BASE_URL: 'http://127.0.0.1:1',
};

const nowOf = (app: TestApp) => Math.floor(app.context.clock.now().getTime() / 1000);
const codeAt = (secret: string, steps = 0, app = testApp) =>
  generateSync({ secret, epoch: nowOf(app) + steps * 30 });
/** Codes work once, so tests that need another one let a step pass. */
const nextCode = (secret: string) => {
  testApp.advanceMinutes(1);
  return codeAt(secret);
};
const wrongCode = (secret: string) => {
  const near = [-3, -2, -1, 0, 1, 2, 3].map((steps) => codeAt(secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find(
    (code) => !near.includes(code),
  ) as string;
};

const wrongDigits = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

type Enrolled = { user: TestUser; secret: string; recoveryCodes: string[] };

async function enroll(role: Role = 'customer_support', app = testApp): Promise<Enrolled> {
  const user = await buildUser(app, { role });
  return { user, ...(await turnOn(user, app)) };
}

async function turnOn({ token }: TestUser, app = testApp) {
  const { body } = await app.call(calls.enrollSecondFactor, { token });
  const { secret } = body;
  const code = generateSync({ secret, epoch: nowOf(app) });
  const confirmed = await app.call(calls.confirmSecondFactor, { token, body: { code } });
  return { secret, recoveryCodes: confirmed.body.recovery_codes };
}

const logIn = (email: string, password = TEST_PASSWORD) =>
  testApp.call(accountEndpoints.logIn, { body: { identifier: email, password }, ip: freshIp() });
const challengeOf = (answer: { error: { details?: unknown } }) =>
  loginChallenge.parse(answer.error.details).challenge;
const challengeFor = async ({ email }: TestUser) => challengeOf(await logIn(email));
const answer = (challenge: string, code: string) =>
  testApp.call(calls.answerChallenge, { body: { challenge, code } });
const isOn = async (token: string) => (await testApp.call(calls.secondFactor, { token })).body.is_on;

const WRONG = { status: 400, error: { code: 'code_invalid' } };
const LIMITED = { status: 429, error: { code: 'too_many_requests' } };

describe('setting up a second factor', () => {
  test('takes a secret and one code of it, and shows ten recovery codes once', async () => {
    const user = await buildUser(testApp, { role: 'analyst' });
    const { body } = await testApp.call(calls.enrollSecondFactor, { token: user.token });
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Encore/);
    expect(body.uri).toContain(body.secret);
    const wrong = { code: wrongCode(body.secret) };
    expect(await testApp.call(calls.confirmSecondFactor, { token: user.token, body: wrong })).toMatchObject(
      WRONG,
    );
    expect(await isOn(user.token)).toBe(false);
    expect((await logIn(user.email)).status).toBe(200);
    const confirmed = await testApp.call(calls.confirmSecondFactor, {
      token: user.token,
      body: { code: codeAt(body.secret) },
    });
    expect(new Set(confirmed.body.recovery_codes).size).toBe(10);
    const state = await testApp.call(calls.secondFactor, { token: user.token });
    expect(state.body).toMatchObject({ is_on: true, is_required: false, recovery_codes_left: 10 });
    await nextMessage(testApp, user.email, /Two-step login was turned on/);
  });

  test('stores neither the secret nor a recovery code in readable form', async () => {
    const { user, secret, recoveryCodes } = await enroll();
    const { db } = testApp.context;
    const factor = await db.selectFrom('secondFactors').selectAll().where('userId', '=', user.id).execute();
    const codes = await db.selectFrom('recoveryCodes').selectAll().where('userId', '=', user.id).execute();
    expect(codes).toHaveLength(10);
    const stored = [...factor.map((row) => row.encryptedSecret), ...codes.map((row) => row.codeHash)]
      .map((bytes) => `${bytes.toString('latin1')} ${bytes.toString('hex')}`)
      .join(' ');
    for (const text of [secret, ...recoveryCodes]) {
      expect(stored).not.toContain(text.replace('-', ''));
    }
  });

  test('ends the other sessions, which were opened without it', async () => {
    const user = await buildUser(testApp, { role: 'analyst' });
    const other = (await logIn(user.email)).body.jwt;
    await turnOn(user);
    expect((await testApp.call(accountEndpoints.me, { token: other })).status).toBe(401);
    expect((await testApp.call(accountEndpoints.me, { token: user.token })).status).toBe(200);
  });

  test('replaces the app of an old phone, which works until a code of the new one is entered', async () => {
    const { user, secret } = await enroll();
    const { token } = user;
    const { body } = await testApp.call(calls.enrollSecondFactor, { token });
    expect(await answer(await challengeFor(user), codeAt(body.secret))).toMatchObject(WRONG);
    expect((await answer(await challengeFor(user), nextCode(secret))).status).toBe(200);
    const confirm = (code: string) => testApp.call(calls.confirmSecondFactor, { token, body: { code } });
    expect(await confirm(nextCode(secret))).toMatchObject(WRONG);
    const code = codeAt(body.secret);
    expect(await confirm(code)).toMatchObject({ status: 200, body: { recovery_codes: [] } });
    expect(await confirm(code)).toMatchObject(WRONG);
    expect(await answer(await challengeFor(user), nextCode(secret))).toMatchObject(WRONG);
    expect((await answer(await challengeFor(user), nextCode(body.secret))).status).toBe(200);
    await nextMessage(testApp, user.email, /An authenticator app was set up/);
  });

  test('takes no recovery code in place of a code of the app, and no secret of a quarter of an hour ago', async () => {
    const { user, recoveryCodes } = await enroll();
    const { token } = user;
    const { body } = await testApp.call(calls.enrollSecondFactor, { token });
    const confirm = (code: string) => testApp.call(calls.confirmSecondFactor, { token, body: { code } });
    expect(await confirm(recoveryCodes[0] ?? '')).toMatchObject(WRONG);
    testApp.advanceMinutes(16);
    expect(await confirm(codeAt(body.secret))).toMatchObject(WRONG);
  });
});

describe('logging in with a second factor', () => {
  test('by password asks for a code and then answers a session', async () => {
    const { user, secret } = await enroll();
    const asked = await logIn(user.email);
    expect(asked).toMatchObject({ status: 401, error: { code: 'second_factor_required' } });
    expect(JSON.stringify(asked)).not.toContain('jwt');
    const done = await answer(challengeOf(asked), nextCode(secret));
    expect(done).toMatchObject({ status: 200, body: { user: { id: user.id } } });
    expect((await testApp.call(accountEndpoints.me, { token: done.body.jwt })).status).toBe(200);
  });

  test('by link asks too', async () => {
    const { user, secret } = await enroll();
    const loginToken = await mailedToken(testApp, user.email, 'login');
    const asked = await testApp.call(accountEndpoints.logInByLink, { query: { loginToken }, ip: freshIp() });
    expect(asked).toMatchObject({ status: 401, error: { code: 'second_factor_required' } });
    expect((await answer(challengeOf(asked), nextCode(secret))).status).toBe(200);
    const again = await testApp.call(accountEndpoints.logInByLink, { query: { loginToken }, ip: freshIp() });
    expect(again.error.code).toBe('link_invalid');
  });

  test('by password reset asks too, and the new password counts', async () => {
    const { user, secret } = await enroll();
    const code = await mailedToken(testApp, user.email, 'password_reset');
    const password = 'another-Good-1';
    const body = { code, password, passwordConfirmation: password };
    const asked = await testApp.call(accountEndpoints.resetPassword, { body, ip: freshIp() });
    expect(asked).toMatchObject({ status: 401, error: { code: 'second_factor_required' } });
    expect((await logIn(user.email)).error.code).toBe('login_failed');
    expect((await logIn(user.email, password)).error.code).toBe('second_factor_required');
    expect((await answer(challengeOf(asked), nextCode(secret))).status).toBe(200);
  });

  test('a change of the password ends challenges that the old one opened', async () => {
    const { user, secret } = await enroll();
    const challenge = await challengeFor(user);
    const password = 'another-Good-1';
    await testApp.call(accountEndpoints.changePassword, {
      token: user.token,
      body: { currentPassword: TEST_PASSWORD, password, passwordConfirmation: password },
    });
    expect((await answer(challenge, nextCode(secret))).error.code).toBe('challenge_expired');
  });

  test('takes the code of the step before or after, and no older one', async () => {
    const { user, secret } = await enroll();
    testApp.advanceMinutes(5);
    onTestFinished(testApp.stopClock());
    expect(await answer(await challengeFor(user), codeAt(secret, -2))).toMatchObject(WRONG);
    expect(await answer(await challengeFor(user), codeAt(secret, 2))).toMatchObject(WRONG);
    expect((await answer(await challengeFor(user), codeAt(secret, -1))).status).toBe(200);
    expect((await answer(await challengeFor(user), codeAt(secret, 1))).status).toBe(200);
  });

  test('takes a code once, and none before one that was used', async () => {
    const { user, secret } = await enroll();
    const code = nextCode(secret);
    const earlier = codeAt(secret, -1);
    expect((await answer(await challengeFor(user), code)).status).toBe(200);
    expect(await answer(await challengeFor(user), code)).toMatchObject(WRONG);
    expect(await answer(await challengeFor(user), earlier)).toMatchObject(WRONG);
  });

  test('lets one of 10 parallel logins in with one code', async () => {
    const { user, secret } = await enroll();
    const challenges = [];
    for (let i = 0; i < 5; i++) challenges.push(await challengeFor(user));
    const code = nextCode(secret);
    const answers = await Promise.all(
      [...challenges, ...challenges].map((challenge) => answer(challenge, code)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a challenge works once and for ten minutes', async () => {
    const { user, secret } = await enroll();
    const challenge = await challengeFor(user);
    expect((await answer(challenge, nextCode(secret))).status).toBe(200);
    expect((await answer(challenge, nextCode(secret))).error.code).toBe('challenge_expired');
    const late = await challengeFor(user);
    testApp.advanceMinutes(10);
    expect((await answer(late, codeAt(secret))).error.code).toBe('challenge_expired');
    expect((await answer('x'.repeat(43), codeAt(secret))).status).toBe(401);
  });

  test('needs no code where none is set up', async () => {
    const user = await buildUser(testApp, { role: 'super' });
    expect((await logIn(user.email)).status).toBe(200);
  });
});

describe('a recovery code', () => {
  test('logs in once, however it is typed, and the owner is notified', async () => {
    const { user, recoveryCodes } = await enroll();
    const [first = '', second = ''] = recoveryCodes;
    const typed = ` ${first.toLowerCase().replace('-', ' ')} `;
    expect((await answer(await challengeFor(user), typed)).status).toBe(200);
    expect(await answer(await challengeFor(user), first)).toMatchObject(WRONG);
    await nextMessage(testApp, user.email, /You have 9 left/);
    const challenges = [await challengeFor(user), await challengeFor(user), await challengeFor(user)];
    const answers = await Promise.all(challenges.map((challenge) => answer(challenge, second)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('of another person is worth nothing', async () => {
    const { recoveryCodes } = await enroll();
    const { user } = await enroll();
    expect(await answer(await challengeFor(user), recoveryCodes[0] ?? '')).toMatchObject(WRONG);
  });

  test('no longer works once the codes are replaced', async () => {
    const { user, secret, recoveryCodes } = await enroll();
    const renew = (code: string) =>
      testApp.call(calls.renewRecoveryCodes, { token: user.token, body: { code } });
    expect(await renew(wrongCode(secret))).toMatchObject(WRONG);
    const { body } = await renew(nextCode(secret));
    expect(body.recovery_codes).toHaveLength(10);
    expect(await answer(await challengeFor(user), recoveryCodes[0] ?? '')).toMatchObject(WRONG);
    expect((await answer(await challengeFor(user), body.recovery_codes[0] ?? '')).status).toBe(200);
  });
});

describe('guessing codes', () => {
  test('is limited to exactly 5 of 20 parallel tries, and ends after 15 minutes', async () => {
    const { user, secret } = await enroll();
    const challenges = await Promise.all(Array.from({ length: 20 }, () => challengeFor(user)));
    const wrong = wrongCode(secret);
    const answers = await Promise.all(challenges.map((challenge) => answer(challenge, wrong)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    expect(await answer(await challengeFor(user), nextCode(secret))).toMatchObject(LIMITED);
    testApp.advanceMinutes(15);
    expect((await answer(await challengeFor(user), nextCode(secret))).status).toBe(200);
  });

  test('shares its tries with every other place that takes a code', async () => {
    const { user, secret } = await enroll();
    const body = { code: wrongCode(secret) };
    for (let i = 0; i < 5; i++)
      expect(await testApp.call(calls.renewRecoveryCodes, { token: user.token, body })).toMatchObject(WRONG);
    expect(await answer(await challengeFor(user), nextCode(secret))).toMatchObject(LIMITED);
  });

  test('costs nobody a try before the right password, so a stranger locks nobody out', async () => {
    const { user, secret } = await enroll();
    for (let i = 0; i < 8; i++) {
      expect((await logIn(user.email, 'wrong')).error.code).toBe('login_failed');
      await answer('x'.repeat(43), wrongCode(secret));
    }
    expect((await answer(await challengeFor(user), nextCode(secret))).status).toBe(200);
  });

  test('does not count a right password as a failed login', async () => {
    const { user } = await enroll();
    const ip = freshIp();
    const body = { identifier: user.email, password: TEST_PASSWORD };
    for (let i = 0; i < 8; i++) {
      const asked = await testApp.call(accountEndpoints.logIn, { body, ip });
      expect(asked.error.code).toBe('second_factor_required');
    }
  });
});

describe('turning the second factor off', () => {
  test('takes the password and a code', async () => {
    const { user, secret } = await enroll();
    const turnOff = (password: string, code: string) =>
      testApp.call(calls.disableSecondFactor, { token: user.token, body: { password, code } });
    expect((await turnOff('wrong', nextCode(secret))).error.code).toBe('password_wrong');
    expect(await turnOff(TEST_PASSWORD, wrongCode(secret))).toMatchObject(WRONG);
    expect(await isOn(user.token)).toBe(true);
    expect((await turnOff(TEST_PASSWORD, nextCode(secret))).status).toBe(200);
    expect((await logIn(user.email)).status).toBe(200);
    await nextMessage(testApp, user.email, /Two-step login was turned off/);
  });

  test('is limited to 5 wrong passwords in 15 minutes', async () => {
    const { user } = await enroll();
    const body = { password: 'wrong', code: '000000' };
    const statuses = [];
    for (let i = 0; i < 6; i++)
      statuses.push((await testApp.call(calls.disableSecondFactor, { token: user.token, body })).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });

  test('is done for a colleague by a super, who cannot do it for themselves', async () => {
    const { user } = await enroll('analyst');
    const { user: boss } = await enroll('super');
    const reset = (id: number, token: string) =>
      testApp.call(calls.resetSecondFactor, { token, params: { id } });
    expect((await reset(boss.id, boss.token)).error.code).toBe('not_for_yourself');
    expect((await reset(boss.id, user.token)).error.code).toBe('forbidden');
    expect((await reset(user.id, boss.token)).status).toBe(200);
    expect((await reset(user.id, boss.token)).status).toBe(404);
    expect((await testApp.call(accountEndpoints.me, { token: user.token })).status).toBe(401);
    expect((await logIn(user.email)).status).toBe(200);
    const audit = await testApp.context.db
      .selectFrom('auditLog')
      .select(['actorId', 'subject'])
      .where('action', '=', 'user.second-factor-reset')
      .where('subject', '=', `user:${user.id}`)
      .execute();
    expect(audit).toEqual([{ actorId: boss.id, subject: `user:${user.id}` }]);
  });

  test('is done by the operator on the command line', async () => {
    const { user } = await enroll('super');
    expect(await resetSecondFactorOf(testApp.context, user.email)).toBe(true);
    expect(await resetSecondFactorOf(testApp.context, user.email)).toBe(false);
    expect((await logIn(user.email)).status).toBe(200);
  });
});

describe('where mail, text messages or cards are real', () => {
  const realApp = startTestApp(REAL);
  const STAFF = ['super', 'analyst', 'customer_support'] as const;
  const without = async (role: Role) => {
    const user = await buildUser(realApp, { role });
    await setSecondFactorAt(realApp.context.db, user.id, null);
    return user;
  };
  const codeIn = async (email: string) => {
    const earlier = new Set((await listOutbox(realApp.context.db, email)).map(({ id }) => id));
    return {
      read: async () =>
        /^(\d{6}) /.exec(
          (await nextMessage(realApp, email, /set up two-step login/, earlier)).subject,
        )?.[1] ?? '',
    };
  };
  const mailCode = async ({ email, token }: TestUser) => {
    const mailbox = await codeIn(email);
    const sent = await realApp.call(calls.mailFactorCode, { token });
    expect(sent).toMatchObject({ status: 200, body: { to: email } });
    return mailbox.read();
  };
  const check = ({ token }: TestUser, code: string) =>
    realApp.call(calls.checkFactorCode, { token, body: { code } });
  const logInReal = ({ email }: TestUser) =>
    realApp.call(accountEndpoints.logIn, {
      body: { identifier: email, password: TEST_PASSWORD },
      ip: freshIp(),
    });
  const NOT_YET = { status: 403, error: { code: 'mailed_code_required' } };

  test.each(STAFF)('a %s without a second factor reaches only the calls that set it up', async (role) => {
    const { token } = await without(role);
    const open = contract.filter((endpoint) => endpoint.beforeSecondFactor).map(({ path }) => path);
    expect(open.sort()).toEqual([
      '/auth/change-password',
      '/auth/email-code',
      '/auth/email-code/check',
      '/auth/logout',
      '/users/me',
      '/users/me/passkeys',
      '/users/me/passkeys/options',
      '/users/me/second-factor',
      '/users/me/second-factor',
      '/users/me/second-factor/confirm',
      '/users/me/second-factor/mailed-code',
      '/users/me/second-factor/mailed-code/check',
    ]);
    for (const endpoint of contract) {
      if (endpoint.access === 'public' || endpoint.beforeSecondFactor) continue;
      const response = await realApp.app.inject({
        method: endpoint.method,
        url: `/api${endpoint.path.replace(/:\w+/g, '1')}`,
        headers: { authorization: `Bearer ${token}` },
      });
      expect([response.statusCode, response.json().error.code], endpoint.path).toEqual([
        403,
        'second_factor_setup_required',
      ]);
    }
    const me = await realApp.call(accountEndpoints.me, { token });
    expect(me.body.second_factor_needed).toBe(true);
    const state = await realApp.call(calls.secondFactor, { token });
    expect(state.body).toMatchObject({ is_on: false, is_required: true, needs_mailed_code: true });
  });

  test.each(STAFF)('pictures are closed to a %s without a second factor', async (role) => {
    const { id } = await without(role);
    const { context } = realApp;
    expect(await findCaller(context, id, context.clock.now())).toBeNull();
    await setSecondFactorAt(context.db, id, context.clock.now());
    expect(await findCaller(context, id, context.clock.now())).toMatchObject({ isStaff: true });
  });

  test.each(STAFF)('a %s who has set it up goes on at once', async (role) => {
    const user = await without(role);
    await check(user, await mailCode(user));
    await turnOn(user, realApp);
    const list = await realApp.call(accountEndpoints.countUsers, { token: user.token });
    expect(list.status).toBe(200);
    const me = await realApp.call(accountEndpoints.me, { token: user.token });
    expect(me.body.second_factor_needed).toBe(false);
  });

  test('a customer needs none', async () => {
    const { token } = await without('authenticated');
    expect((await realApp.call(accountEndpoints.me, { token })).body.second_factor_needed).toBe(false);
    expect((await realApp.call(calls.secondFactor, { token })).body.is_required).toBe(false);
  });

  test('a password alone sets up neither an app nor a passkey: a mailed code does, in its own session', async () => {
    const user = await without('analyst');
    const thief = { ...user, token: (await logInReal(user)).body.jwt };
    for (const { token } of [user, thief]) {
      expect(await realApp.call(calls.enrollSecondFactor, { token })).toMatchObject(NOT_YET);
      expect(await realApp.call(calls.newPasskeyOptions, { token })).toMatchObject(NOT_YET);
    }
    const code = await mailCode(user);
    expect(await check(user, wrongDigits(code))).toMatchObject(WRONG);
    expect(await check(user, code)).toMatchObject({ status: 200 });
    expect(await check(thief, code)).toMatchObject(WRONG);
    expect(await realApp.call(calls.enrollSecondFactor, { token: thief.token })).toMatchObject(NOT_YET);
    expect((await realApp.call(calls.secondFactor, { token: user.token })).body.needs_mailed_code).toBe(
      false,
    );
    expect((await realApp.call(calls.newPasskeyOptions, { token: user.token })).status).toBe(200);
    await turnOn(user, realApp);
    expect((await realApp.call(accountEndpoints.me, { token: thief.token })).status).toBe(401);
  });

  test('the mailed code is good for ten minutes and five tries, and what it allows for 15 minutes', async () => {
    const user = await without('customer_support');
    const late = await mailCode(user);
    realApp.advanceMinutes(10.1);
    expect(await check(user, late)).toMatchObject(WRONG);
    const code = await mailCode(user);
    for (let i = 0; i < 5; i++) expect(await check(user, wrongDigits(code))).toMatchObject(WRONG);
    expect(await check(user, code)).toMatchObject(WRONG);
    expect(await check(user, await mailCode(user))).toMatchObject({ status: 200 });
    realApp.advanceMinutes(15.1);
    expect(await realApp.call(calls.enrollSecondFactor, { token: user.token })).toMatchObject(NOT_YET);
  });

  test('codes are mailed five times an hour, and only to an address that was verified', async () => {
    const user = await without('analyst');
    for (let i = 0; i < 5; i++) await mailCode(user);
    expect((await realApp.call(calls.mailFactorCode, { token: user.token })).status).toBe(429);
    const unverified = await buildUser(realApp, { isVerified: false });
    const staff = { role: 'analyst' as const };
    await realApp.context.db.updateTable('users').set(staff).where('id', '=', unverified.id).execute();
    expect(await realApp.call(calls.mailFactorCode, { token: unverified.token })).toMatchObject({
      status: 403,
      error: { code: 'address_unverified' },
    });
    const verify = await realApp.call(emailAddressEndpoints.sendEmailCode, {
      token: unverified.token,
      body: {},
    });
    expect(verify.status).toBe(200);
  });

  test('a super gives a colleague who cannot read their mail a code, and not themselves', async () => {
    const user = await without('analyst');
    const boss = await buildUser(realApp, { role: 'super' });
    const approve = (id: number, token: string) =>
      realApp.call(calls.approveSecondFactor, { token, params: { id } });
    const helper = await buildUser(realApp, { role: 'customer_support' });
    expect((await approve(user.id, helper.token)).error.code).toBe('forbidden');
    expect((await approve(boss.id, boss.token)).error.code).toBe('not_for_yourself');
    const { body } = await approve(user.id, boss.token);
    expect(await check(user, body.code)).toMatchObject({ status: 200 });
    await turnOn(user, realApp);
    await nextMessage(realApp, user.email, /You can set up two-step login/);
    const messages = await listOutbox(realApp.context.db, user.email);
    expect(messages.some(({ text }) => text.includes(body.code))).toBe(false);
    const audit = await realApp.context.db
      .selectFrom('auditLog')
      .select('actorId')
      .where('action', '=', 'user.second-factor-approve')
      .where('subject', '=', `user:${user.id}`)
      .execute();
    expect(audit).toEqual([{ actorId: boss.id }]);
  });

  test('the operator makes such a code on the command line', async () => {
    const user = await without('super');
    const approval = await approveSecondFactorOf(realApp.context, user.email);
    expect(await check(user, approval?.code ?? '')).toMatchObject({ status: 200 });
    expect(await approveSecondFactorOf(realApp.context, freshEmail())).toBeUndefined();
  });

  test('a reset leaves the mailbox to be shown again', async () => {
    const user = await without('analyst');
    await check(user, await mailCode(user));
    await turnOn(user, realApp);
    const boss = await buildUser(realApp, { role: 'super' });
    await realApp.call(calls.resetSecondFactor, { token: boss.token, params: { id: user.id } });
    const { jwt } = (await logInReal(user)).body;
    expect(await realApp.call(calls.enrollSecondFactor, { token: jwt })).toMatchObject(NOT_YET);
  });

  test('staff do not turn two-step login off, customers may', async () => {
    const disable = async (role: Role) => {
      const user = await without(role);
      await check(user, await mailCode(user));
      const { secret } = await turnOn(user, realApp);
      realApp.advanceMinutes(1);
      const body = { password: TEST_PASSWORD, code: codeAt(secret, 0, realApp) };
      return realApp.call(calls.disableSecondFactor, { token: user.token, body });
    };
    expect(await disable('analyst')).toMatchObject({ status: 409, error: { code: 'last_second_factor' } });
    expect(await disable('authenticated')).toMatchObject({ status: 200 });
  });
});

describe('a session of staff', () => {
  const isOpen = async (token: string) => (await testApp.call(accountEndpoints.me, { token })).status === 200;

  test.each(['super', 'analyst', 'customer_support'] as const)(
    'of a %s ends after 12 hours',
    async (role) => {
      const { email } = await buildUser(testApp, { role });
      const token = (await logIn(email)).body.jwt;
      const customer = await buildUser(testApp);
      testApp.advanceMinutes(12 * 60 - 1);
      expect(await isOpen(token)).toBe(true);
      testApp.advanceMinutes(1);
      expect([await isOpen(token), await isOpen(customer.token)]).toEqual([false, true]);
    },
  );

  test('is as short for someone who was a customer when it began', async () => {
    const customer = await buildUser(testApp);
    const boss = await buildUser(testApp, { role: 'super' });
    await testApp.call(userAdministrationEndpoints.changeRole, {
      token: boss.token,
      params: { id: customer.id },
      body: { role: 'customer_support' },
    });
    expect(await isOpen(customer.token)).toBe(true);
    testApp.advanceMinutes(12 * 60);
    expect(await isOpen(customer.token)).toBe(false);
  });
});
