import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { loginChallenge, secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { MAX_PASSKEYS } from '#contract/entities/passkey.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { buildUser, freshIp, nextMessage, TEST_PASSWORD, type TestUser } from '#server/testing/factories.ts';
import { createAuthenticator } from '#server/testing/software-authenticator.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { setSecondFactorAt } from './second-factor.queries.ts';
import { resetSecondFactorOf } from './second-factor.ts';

const SITE = 'https://shop.encore.test';
const testApp = startTestApp({ PUBLIC_URL: SITE });
const calls = secondFactorEndpoints;
const REFUSED = { status: 400, error: { code: 'passkey_invalid' } };

type Authenticator = ReturnType<typeof createAuthenticator>;

const optionsFor = async ({ token }: Pick<TestUser, 'token'>) =>
  (await testApp.call(calls.newPasskeyOptions, { token })).body;

async function add(user: TestUser, authenticator = createAuthenticator(SITE), name = 'My laptop') {
  const credential = authenticator.register(await optionsFor(user));
  const added = await testApp.call(calls.addPasskey, { token: user.token, body: { name, credential } });
  return { authenticator, added };
}

async function enroll(role: Role = 'customer_support') {
  const user = await buildUser(testApp, { role });
  return { user, ...(await add(user)) };
}

const logIn = ({ email }: TestUser) =>
  testApp.call(accountEndpoints.logIn, {
    body: { identifier: email, password: TEST_PASSWORD },
    ip: freshIp(),
  });
const challengeFor = async (user: TestUser) =>
  loginChallenge.parse((await logIn(user)).error.details).challenge;
const logInOptions = async (challenge: string) =>
  (await testApp.call(calls.logInPasskeyOptions, { body: { challenge } })).body;
const stateOf = async ({ token }: TestUser) => (await testApp.call(calls.secondFactor, { token })).body;

async function logInBy(
  user: TestUser,
  authenticator: Authenticator,
  lies?: Parameters<Authenticator['answer']>[1],
) {
  const challenge = await challengeFor(user);
  const passkey = authenticator.answer(await logInOptions(challenge), lies);
  return {
    challenge,
    passkey,
    done: await testApp.call(calls.answerChallenge, { body: { challenge, passkey } }),
  };
}

describe('adding a passkey', () => {
  test('as the first factor turns two-step login on, ends other sessions and shows recovery codes', async () => {
    const user = await buildUser(testApp, { role: 'analyst' });
    const other = (await logIn(user)).body.jwt;
    const { added } = await add(user);
    expect(added).toMatchObject({ status: 200 });
    expect(new Set(added.body.recovery_codes).size).toBe(10);
    expect(await stateOf(user)).toMatchObject({
      is_on: true,
      has_app: false,
      passkeys: [{ name: 'My laptop', last_used_at: null }],
      recovery_codes_left: 10,
      offers_passkeys: true,
    });
    expect((await testApp.call(accountEndpoints.me, { token: other })).status).toBe(401);
    await nextMessage(testApp, user.email, /passkey “My laptop”/);
    const audit = await testApp.context.db
      .selectFrom('auditLog')
      .select(['action', 'actorId'])
      .where('subject', '=', `user:${user.id}`)
      .orderBy('id')
      .execute();
    expect(audit).toEqual([
      { action: 'user.second-factor-on', actorId: user.id },
      { action: 'user.passkey-add', actorId: user.id },
    ]);
  });

  test('asks the browser for a verified user at this site, and not for one that is there already', async () => {
    const { user, authenticator } = await enroll();
    expect(await optionsFor(user)).toMatchObject({
      rp: { id: 'shop.encore.test' },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required' },
      excludeCredentials: [{ id: authenticator.id, type: 'public-key', transports: ['internal'] }],
    });
  });

  test('again brings no new recovery codes and leaves sessions alone', async () => {
    const { user } = await enroll();
    const { added } = await add(user, createAuthenticator(SITE), 'My phone');
    expect(added).toMatchObject({ status: 200, body: { recovery_codes: [] } });
    expect((await stateOf(user)).passkeys.map(({ name }) => name)).toEqual(['My laptop', 'My phone']);
  });

  test.each([
    ['of another site', { origin: 'https://shop.encore.test.evil.test' }],
    ['for another site', { rpId: 'evil.test' }],
    ['for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['without a verified user', { isUnverified: true }],
    ['of another kind', { type: 'webauthn.get' }],
  ])('is refused for an answer %s', async (_, lies) => {
    const user = await buildUser(testApp, { role: 'analyst' });
    const credential = createAuthenticator(SITE).register(await optionsFor(user), lies);
    const body = { name: 'A key', credential };
    expect(await testApp.call(calls.addPasskey, { token: user.token, body })).toMatchObject(REFUSED);
    expect((await stateOf(user)).is_on).toBe(false);
  });

  test('is refused for an answer that was sent before, was issued to another user or is late', async () => {
    const { user } = await enroll();
    const other = await buildUser(testApp, { role: 'analyst' });
    const send = (credential: unknown, token = user.token) =>
      testApp.call(calls.addPasskey, { token, body: { name: 'A key', credential } as never });
    const credential = createAuthenticator(SITE).register(await optionsFor(user));
    expect(await send(credential, other.token)).toMatchObject(REFUSED);
    expect(await send(credential)).toMatchObject({ status: 200 });
    expect(await send(credential)).toMatchObject(REFUSED);
    const late = createAuthenticator(SITE).register(await optionsFor(user));
    testApp.advanceMinutes(5.1);
    expect(await send(late)).toMatchObject(REFUSED);
  });

  test('is refused for a credential that another account has', async () => {
    const { authenticator } = await enroll();
    const thief = await buildUser(testApp, { role: 'analyst' });
    const { added } = await add(thief, authenticator);
    expect(added).toMatchObject({ status: 409, error: { code: 'already_exists' } });
    expect((await stateOf(thief)).is_on).toBe(false);
  });

  test('is refused for what is no attestation at all', async () => {
    const user = await buildUser(testApp, { role: 'analyst' });
    const good = createAuthenticator(SITE).register(await optionsFor(user));
    const deep = Buffer.concat([Buffer.alloc(20_000, 0x81), Buffer.from([0])]).toString('base64url');
    for (const response of [
      { ...good.response, attestationObject: deep },
      { ...good.response, attestationObject: 'AAAA' },
      { ...good.response, clientDataJSON: Buffer.from('null').toString('base64url') },
      { ...good.response, clientDataJSON: 'AAAA' },
    ]) {
      const body = { name: 'A key', credential: { ...good, response } };
      expect(await testApp.call(calls.addPasskey, { token: user.token, body })).toMatchObject(REFUSED);
    }
  });

  test(`is over at ${MAX_PASSKEYS}`, async () => {
    const { user } = await enroll();
    const keys = await Promise.all(
      Array.from({ length: MAX_PASSKEYS + 1 }, async () =>
        createAuthenticator(SITE).register(await optionsFor(user)),
      ),
    );
    const added = await Promise.all(
      keys.map((credential) =>
        testApp.call(calls.addPasskey, { token: user.token, body: { name: 'A key', credential } }),
      ),
    );
    expect(added.filter(({ status }) => status === 200)).toHaveLength(MAX_PASSKEYS - 1);
    expect(added.filter(({ status }) => status === 409)).toHaveLength(2);
    expect((await stateOf(user)).passkeys).toHaveLength(MAX_PASSKEYS);
    expect(await testApp.call(calls.newPasskeyOptions, { token: user.token })).toMatchObject({ status: 409 });
  });
});

describe('logging in by passkey', () => {
  test('is the second step after the password, once per challenge', async () => {
    const { user, authenticator } = await enroll('super');
    const asked = await logIn(user);
    expect(asked).toMatchObject({
      status: 401,
      error: { code: 'second_factor_required', details: { kinds: ['passkey'] } },
    });
    const { challenge, passkey, done } = await logInBy(user, authenticator);
    expect(done).toMatchObject({ status: 200, body: { user: { id: user.id } } });
    expect((await testApp.call(accountEndpoints.me, { token: done.body.jwt })).status).toBe(200);
    const body = { challenge, passkey };
    expect((await testApp.call(calls.answerChallenge, { body })).error.code).toBe('challenge_expired');
    expect((await stateOf(user)).passkeys[0]?.last_used_at).not.toBeNull();
  });

  test('names the passkeys of the account to the browser', async () => {
    const { user, authenticator } = await enroll();
    expect(await logInOptions(await challengeFor(user))).toMatchObject({
      rpId: 'shop.encore.test',
      userVerification: 'required',
      allowCredentials: [{ id: authenticator.id, type: 'public-key' }],
    });
    expect(
      await testApp.call(calls.logInPasskeyOptions, { body: { challenge: 'x'.repeat(43) } }),
    ).toMatchObject({ status: 401 });
  });

  test.each([
    ['of another site', { origin: 'https://evil.test' }],
    ['for another site', { rpId: 'evil.test' }],
    ['for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['without a verified user', { isUnverified: true }],
    ['of another kind', { type: 'webauthn.create' }],
  ])('is refused for an answer %s', async (_, lies) => {
    const { user, authenticator } = await enroll();
    expect((await logInBy(user, authenticator, lies)).done).toMatchObject(REFUSED);
  });

  test('is refused for an answer that was given before, or to a challenge of another user', async () => {
    const { user, authenticator } = await enroll();
    const other = await enroll();
    const options = await logInOptions(await challengeFor(user));
    const passkey = authenticator.answer(options);
    const send = async (person: TestUser) =>
      testApp.call(calls.answerChallenge, { body: { challenge: await challengeFor(person), passkey } });
    expect(await send(other.user)).toMatchObject(REFUSED);
    expect(await send(user)).toMatchObject({ status: 200 });
    expect(await send(user)).toMatchObject(REFUSED);
  });

  test('is refused after five minutes', async () => {
    const { user, authenticator } = await enroll();
    const challenge = await challengeFor(user);
    const passkey = authenticator.answer(await logInOptions(challenge));
    testApp.advanceMinutes(5.1);
    expect(await testApp.call(calls.answerChallenge, { body: { challenge, passkey } })).toMatchObject(
      REFUSED,
    );
  });

  test('is refused for a passkey of somebody else, and for a signature of another key', async () => {
    const { user, authenticator } = await enroll();
    const thief = await enroll();
    expect((await logInBy(user, thief.authenticator)).done).toMatchObject(REFUSED);
    const challenge = await challengeFor(user);
    const forged = thief.authenticator.answer(await logInOptions(challenge));
    const passkey = { ...forged, id: authenticator.id, rawId: authenticator.id };
    expect(await testApp.call(calls.answerChallenge, { body: { challenge, passkey } })).toMatchObject(
      REFUSED,
    );
  });

  test('is refused for a copy, whose counter does not rise, and the original goes on', async () => {
    const { user, authenticator } = await enroll();
    authenticator.setCounter(10);
    expect((await logInBy(user, authenticator)).done.status).toBe(200);
    authenticator.setCounter(5);
    expect((await logInBy(user, authenticator)).done).toMatchObject(REFUSED);
    authenticator.setCounter(10);
    expect((await logInBy(user, authenticator)).done).toMatchObject(REFUSED);
    authenticator.setCounter(11);
    expect((await logInBy(user, authenticator)).done.status).toBe(200);
  });

  test('lets one of two answers with the same counter in', async () => {
    const { user, authenticator } = await enroll();
    const challenges = [await challengeFor(user), await challengeFor(user), await challengeFor(user)];
    const bodies = [];
    for (const challenge of challenges) {
      authenticator.setCounter(20);
      bodies.push({ challenge, passkey: authenticator.answer(await logInOptions(challenge)) });
    }
    const answers = await Promise.all(bodies.map((body) => testApp.call(calls.answerChallenge, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('counts wrong answers with wrong codes, five in 15 minutes', async () => {
    const { user, authenticator } = await enroll();
    for (let i = 0; i < 5; i++) {
      expect((await logInBy(user, authenticator, { origin: 'https://evil.test' })).done).toMatchObject(
        REFUSED,
      );
    }
    expect((await logInBy(user, authenticator)).done.status).toBe(429);
    testApp.advanceMinutes(15);
    expect((await logInBy(user, authenticator)).done.status).toBe(200);
  });

  test('takes a code or a passkey, not both and not neither', async () => {
    const { user, authenticator } = await enroll();
    const challenge = await challengeFor(user);
    const passkey = authenticator.answer(await logInOptions(challenge));
    for (const body of [{ challenge }, { challenge, passkey, code: '123456' }]) {
      expect(await testApp.call(calls.answerChallenge, { body })).toMatchObject({
        status: 400,
        error: { code: 'invalid_request' },
      });
    }
  });
});

describe('a passkey beside an authenticator app', () => {
  async function withBoth() {
    const enrolled = await enroll();
    const { token } = enrolled.user;
    const { secret } = (await testApp.call(calls.enrollSecondFactor, { token })).body;
    const epoch = () => Math.floor(testApp.context.clock.now().getTime() / 1000);
    const nextCode = () => {
      testApp.advanceMinutes(1);
      return generateSync({ secret, epoch: epoch() });
    };
    const pending = await challengeFor(enrolled.user);
    const early = generateSync({ secret, epoch: epoch() });
    const unconfirmed = await testApp.call(calls.answerChallenge, {
      body: { challenge: pending, code: early },
    });
    const confirmed = await testApp.call(calls.confirmSecondFactor, { token, body: { code: nextCode() } });
    return { ...enrolled, nextCode, unconfirmed, confirmed };
  }

  test('logs in as well as a code of it, once the app is confirmed', async () => {
    const { user, authenticator, nextCode, unconfirmed, confirmed } = await withBoth();
    expect(unconfirmed).toMatchObject({ status: 400, error: { code: 'code_invalid' } });
    expect(confirmed).toMatchObject({ status: 200, body: { recovery_codes: [] } });
    expect(loginChallenge.parse((await logIn(user)).error.details).kinds).toEqual(['app', 'passkey']);
    const body = { challenge: await challengeFor(user), code: nextCode() };
    expect((await testApp.call(calls.answerChallenge, { body })).status).toBe(200);
    expect((await logInBy(user, authenticator)).done.status).toBe(200);
    await nextMessage(testApp, user.email, /An authenticator app was set up/);
  });

  test('can go, or the app can, but not both', async () => {
    const { user } = await withBoth();
    const { token } = user;
    const id = (await stateOf(user)).passkeys[0]?.id ?? 0;
    const removals = await Promise.all([
      testApp.call(calls.removePasskey, { token, params: { passkey: id } }),
      testApp.call(calls.removeApp, { token }),
    ]);
    expect(removals.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await stateOf(user)).is_on).toBe(true);
    expect(loginChallenge.parse((await logIn(user)).error.details).kinds).toHaveLength(1);
  });

  test('is asked for where a call wants the second factor again', async () => {
    const { user, authenticator } = await enroll();
    const { token } = user;
    const options = async () => (await testApp.call(calls.passkeyOptions, { token })).body;
    const passkey = authenticator.answer(await options());
    const renewed = await testApp.call(calls.renewRecoveryCodes, { token, body: { passkey } });
    expect(renewed.body.recovery_codes).toHaveLength(10);
    expect(await testApp.call(calls.renewRecoveryCodes, { token, body: { passkey } })).toMatchObject(REFUSED);
    const body = { password: TEST_PASSWORD, passkey: authenticator.answer(await options()) };
    expect((await testApp.call(calls.disableSecondFactor, { token, body })).status).toBe(200);
    expect((await logIn(user)).status).toBe(200);
    expect(await stateOf(user)).toMatchObject({ is_on: false, passkeys: [], recovery_codes_left: 0 });
  });
});

describe('removing a passkey', () => {
  test('is on record, and the owner is notified', async () => {
    const { user, authenticator } = await enroll();
    await add(user, createAuthenticator(SITE), 'My phone');
    const [first] = (await stateOf(user)).passkeys;
    const params = { passkey: first?.id ?? 0 };
    const stranger = await enroll();
    const remove = (token: string) => testApp.call(calls.removePasskey, { token, params });
    expect((await remove(stranger.user.token)).status).toBe(404);
    expect((await remove(user.token)).status).toBe(200);
    expect((await remove(user.token)).status).toBe(404);
    expect((await logInBy(user, authenticator)).done).toMatchObject(REFUSED);
    await nextMessage(testApp, user.email, /passkey “My laptop” no longer works/);
    const audit = await testApp.context.db
      .selectFrom('auditLog')
      .select('before')
      .where('action', '=', 'user.passkey-remove')
      .where('subject', '=', `user:${user.id}`)
      .execute();
    expect(audit).toEqual([{ before: { name: 'My laptop' } }]);
  });

  test('is refused for the last second factor', async () => {
    const { user, authenticator } = await enroll();
    const id = (await stateOf(user)).passkeys[0]?.id ?? 0;
    expect(
      await testApp.call(calls.removePasskey, { token: user.token, params: { passkey: id } }),
    ).toMatchObject({
      status: 409,
      error: { code: 'last_second_factor' },
    });
    expect((await logInBy(user, authenticator)).done.status).toBe(200);
  });

  test('is part of a reset by a super or by the operator', async () => {
    const { user, authenticator } = await enroll();
    const boss = await buildUser(testApp, { role: 'super' });
    const params = { id: user.id };
    expect((await testApp.call(calls.resetSecondFactor, { token: boss.token, params })).status).toBe(200);
    const session = await logIn(user);
    expect(session.status).toBe(200);
    const again = await add({ ...user, token: session.body.jwt }, authenticator);
    expect(again.added.status).toBe(200);
    expect(await resetSecondFactorOf(testApp.context, user.email)).toBe(true);
    expect((await logIn(user)).status).toBe(200);
  });
});

describe('a site whose address is a number', () => {
  const local = startTestApp({ PUBLIC_URL: 'http://127.0.0.1:4000' });

  test('offers no passkeys, because browsers do not', async () => {
    const { token } = await buildUser(local, { role: 'super' });
    expect((await local.call(calls.secondFactor, { token })).body.offers_passkeys).toBe(false);
    expect((await local.call(calls.newPasskeyOptions, { token })).status).toBe(404);
  });
});

test('a user without two-step login has no passkey to answer with', async () => {
  const user = await buildUser(testApp, { role: 'analyst' });
  await setSecondFactorAt(testApp.context.db, user.id, new Date());
  const body = { challenge: await challengeFor(user) };
  expect((await testApp.call(calls.logInPasskeyOptions, { body })).status).toBe(404);
});
