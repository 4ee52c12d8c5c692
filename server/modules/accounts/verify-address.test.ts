import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { emailAddressEndpoints } from '#contract/endpoints/email-addresses.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import {
  buildRegistration,
  buildUser,
  freshEmail,
  freshIp,
  mailedToken,
  nextMessage,
  TEST_PASSWORD,
} from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp({ PROOFS: 'always', PUBLIC_URL: 'https://encore.test' });
const { register, logIn, logInByLink, resetPassword, me } = accountEndpoints;
const { sendEmailCode, checkEmailCode, confirmEmail, refuseEmail } = emailAddressEndpoints;

const CODE_SUBJECT = /^(\d{6}) is your Encore code$/;

async function registerUnverified() {
  const body = buildRegistration();
  const answer = await testApp.call(register, { body, ip: freshIp() });
  expect(answer.status).toBe(200);
  return { email: body.email, token: answer.body.jwt, id: answer.body.user.id, user: answer.body.user };
}

async function mailedCode(email: string, earlier: ReadonlySet<number> = new Set()) {
  const message = await nextMessage(testApp, email, CODE_SUBJECT, earlier);
  const code = CODE_SUBJECT.exec(message.subject)?.[1] ?? '';
  const link = /\?confirm=(\S+)/.exec(message.text)?.[1] ?? '';
  return { id: message.id, code, link, message };
}

const check = (token: string, code: string) => testApp.call(checkEmailCode, { token, body: { code } });
const isVerified = async (token: string) => (await testApp.call(me, { token })).body.email_verified;
const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000');

describe('registering where verifications are required', () => {
  test('logs in at once and mails a code that verifies the address', async () => {
    const person = await registerUnverified();
    expect(person.user.email_verified).toBe(false);
    const { code, message } = await mailedCode(person.email);
    expect(message.text).toContain(code);
    expect(await check(person.token, code)).toMatchObject({ status: 200, body: { email_verified: true } });
    expect(await isVerified(person.token)).toBe(true);
    expect(await testApp.call(sendEmailCode, { token: person.token, body: {} })).toMatchObject({
      status: 409,
      error: { code: 'address_verified' },
    });
  });
});

describe('a code', () => {
  test('is asked for, shown in test mode, and replaces the one before', async () => {
    const user = await buildUser(testApp, { isVerified: false });
    const first = await testApp.call(sendEmailCode, { token: user.token, body: {} });
    expect(first).toMatchObject({ status: 200, body: { to: user.email } });
    expect(first.body.code).toMatch(/^\d{6}$/);
    const second = await testApp.call(sendEmailCode, { token: user.token, body: {} });
    if (first.body.code !== second.body.code) {
      expect(await check(user.token, first.body.code ?? '')).toMatchObject({
        status: 400,
        error: { code: 'code_invalid', details: { tries_left: 4 } },
      });
    }
    expect(await check(user.token, ` ${second.body.code} `)).toMatchObject({ status: 200 });
  });

  test('that is still good is kept when asked for', async () => {
    const person = await registerUnverified();
    const mailed = await mailedCode(person.email);
    const again = await testApp.call(sendEmailCode, { token: person.token, body: { unless_sent: true } });
    expect(again.body.code).toBe(mailed.code);
  });

  test('takes five wrong tries, also twenty at the same moment', async () => {
    const user = await buildUser(testApp, { isVerified: false });
    const { code = '' } = (await testApp.call(sendEmailCode, { token: user.token, body: {} })).body;
    const answers = await Promise.all(Array.from({ length: 20 }, () => check(user.token, wrongOf(code))));
    expect(answers.every(({ error }) => error?.code === 'code_invalid')).toBe(true);
    const { tries } = await testApp.context.db
      .selectFrom('emailCodes')
      .select('tries')
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(tries).toBe(5);
    expect(await check(user.token, code)).toMatchObject({ status: 400, error: { code: 'code_invalid' } });
    expect(await isVerified(user.token)).toBe(false);
  });

  test('sent twenty times at the same moment verifies once', async () => {
    const user = await buildUser(testApp, { isVerified: false });
    const { code = '' } = (await testApp.call(sendEmailCode, { token: user.token, body: {} })).body;
    const answers = await Promise.all(Array.from({ length: 20 }, () => check(user.token, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('works for 10 minutes', async () => {
    const user = await buildUser(testApp, { isVerified: false });
    const { code = '' } = (await testApp.call(sendEmailCode, { token: user.token, body: {} })).body;
    testApp.advanceMinutes(10.1);
    expect(await check(user.token, code)).toMatchObject({ status: 400, error: { code: 'code_invalid' } });
  });

  test('of another account verifies nothing', async () => {
    const [mine, other] = [
      await buildUser(testApp, { isVerified: false }),
      await buildUser(testApp, { isVerified: false }),
    ];
    const { code = '' } = (await testApp.call(sendEmailCode, { token: other.token, body: {} })).body;
    expect(await check(mine.token, code)).toMatchObject({ status: 400 });
  });

  test('is in no table and in no job, and neither is the link', async () => {
    const person = await registerUnverified();
    const { code, link } = await mailedCode(person.email);
    const { db } = testApp.context;
    const { rows: codes } = await sql<{ row: string }>`
      select c::text as row from email_codes c where user_id = ${person.id}`.execute(db);
    expect(codes).toHaveLength(1);
    // Six digits can also occur by chance within an id, a hash or the fraction of a second.
    expect(codes[0]?.row).not.toMatch(new RegExp(`(?<![\\w.])${code}(?!\\w)`));
    const secret = link.split('.')[1] ?? '';
    expect(secret.length).toBeGreaterThan(40);
    const { rows: leaks } = await sql`
      select 1 from pgboss.job j
      where name = 'accounts.mail-code' and (data::text like ${`%${secret}%`} or data::text like ${`%"${code}"%`})`.execute(
      db,
    );
    expect(leaks).toEqual([]);
  });

  test('can be asked for five times an hour, counted for the account and for nobody else', async () => {
    const user = await buildUser(testApp, { isVerified: false });
    const ask = () => testApp.call(sendEmailCode, { token: user.token, body: {}, ip: freshIp() });
    for (let i = 0; i < 5; i++) expect(await ask()).toMatchObject({ status: 200 });
    expect(await ask()).toMatchObject({ status: 429 });
    const other = await buildUser(testApp, { isVerified: false });
    expect((await testApp.call(sendEmailCode, { token: other.token, body: {} })).status).toBe(200);
  });
});

describe('the link in the mail', () => {
  const confirm = (token: string) => testApp.call(confirmEmail, { body: { token }, ip: freshIp() });

  test('verifies the address by a click on another device, once, and never by a GET', async () => {
    const person = await registerUnverified();
    const { link, message } = await mailedCode(person.email);
    expect(message.text).toContain(`https://encore.test/?confirm=${link}`);
    await testApp.request({ method: 'GET', url: `/?confirm=${link}` });
    const get = await testApp.request({ method: 'GET', url: `/api/auth/email-code/confirm?token=${link}` });
    expect(get.status).toBe(404);
    expect(await isVerified(person.token)).toBe(false);
    expect(await confirm(link)).toMatchObject({ status: 200 });
    expect(await isVerified(person.token)).toBe(true);
    expect(await confirm(link)).toMatchObject({ status: 400, error: { code: 'link_invalid' } });
  });

  test('that was changed is refused', async () => {
    const person = await registerUnverified();
    const { link } = await mailedCode(person.email);
    const [id, secret = ''] = link.split('.');
    const flipped = (secret[0] === 'A' ? 'B' : 'A') + secret.slice(1);
    expect(await confirm(`${id}.${flipped}`)).toMatchObject({ status: 400, error: { code: 'link_invalid' } });
    expect(await confirm('x'.repeat(80))).toMatchObject({ status: 400, error: { code: 'link_invalid' } });
  });

  test('refuses an account that somebody else made: their session and password end', async () => {
    const stranger = await registerUnverified();
    const { link } = await mailedCode(stranger.email);
    expect((await testApp.call(refuseEmail, { body: { token: link }, ip: freshIp() })).status).toBe(200);
    expect(await testApp.call(me, { token: stranger.token })).toMatchObject({ status: 401 });
    const again = { identifier: stranger.email, password: TEST_PASSWORD };
    expect(await testApp.call(logIn, { body: again, ip: freshIp() })).toMatchObject({ status: 401 });
  });
});

describe('whoever registers the address of somebody else', () => {
  const addCard = async (userId: number) => {
    const { db } = testApp.context;
    await db.insertInto('paymentCustomers').values({ userId, mode: 'sandbox' }).execute();
    const card = { brand: 'visa', last4: '4242', expMonth: 1, expYear: 2030 };
    const methodId = `pm_${freshEmail()}`;
    await db
      .insertInto('paymentSources')
      .values({ userId, mode: 'sandbox', methodId, ...card })
      .execute();
    return methodId;
  };

  test('loses session, password, links, phone and cards when the owner logs in by link', async () => {
    const stranger = await registerUnverified();
    const methodId = await addCard(stranger.id);
    await testApp.context.db
      .updateTable('users')
      .set({ phoneNumber: '+15551230000', phoneVerifiedAt: new Date() })
      .where('id', '=', stranger.id)
      .execute();
    const openLink = await mailedToken(testApp, stranger.email, 'password_reset');
    const loginToken = await mailedToken(testApp, stranger.email, 'login');
    const owner = await testApp.call(logInByLink, { query: { loginToken }, ip: freshIp() });
    expect(owner).toMatchObject({
      status: 200,
      body: {
        address_claimed: true,
        user: {
          email: stranger.email,
          email_verified: true,
          logs_in_by_link: true,
          phone_number: null,
          payment_sources: [],
        },
      },
    });
    expect(await testApp.call(me, { token: stranger.token })).toMatchObject({ status: 401 });
    const credentials = { identifier: stranger.email, password: TEST_PASSWORD };
    expect(await testApp.call(logIn, { body: credentials, ip: freshIp() })).toMatchObject({ status: 401 });
    const reset = { code: openLink, password: 'strangers-own-1', passwordConfirmation: 'strangers-own-1' };
    expect(await testApp.call(resetPassword, { body: reset, ip: freshIp() })).toMatchObject({ status: 400 });
    expect(await testApp.call(me, { token: owner.body.jwt })).toMatchObject({ status: 200 });
    const { text } = await nextMessage(testApp, stranger.email, /^Your Encore password was removed$/);
    expect(text).toContain('https://encore.test/PasswordReset');
    const { rows } = await sql`
      select 1 from pgboss.job
      where name = 'orders.detach-card' and data->>'methodId' = ${methodId}`.execute(testApp.context.db);
    expect(rows).toHaveLength(1);
  });

  test('loses all that when the owner sets a password by mail', async () => {
    const stranger = await registerUnverified();
    await addCard(stranger.id);
    const code = await mailedToken(testApp, stranger.email, 'password_reset');
    const body = { code, password: 'the-owners-own-1', passwordConfirmation: 'the-owners-own-1' };
    const owner = await testApp.call(resetPassword, { body, ip: freshIp() });
    expect(owner).toMatchObject({
      status: 200,
      body: { user: { email_verified: true, logs_in_by_link: false, payment_sources: [] } },
    });
    expect(await testApp.call(me, { token: stranger.token })).toMatchObject({ status: 401 });
    const credentials = { identifier: stranger.email, password: TEST_PASSWORD };
    expect(await testApp.call(logIn, { body: credentials, ip: freshIp() })).toMatchObject({ status: 401 });
  });

  test('cannot buy, so no card of theirs is charged', async () => {
    const stranger = await registerUnverified();
    const answer = await testApp.call(paymentEndpoints.addPaymentMethod, {
      token: stranger.token,
      body: { token: 'pm_card_visa' },
    });
    expect(answer).toMatchObject({ status: 403, error: { code: 'address_unverified' } });
  });
});

describe('a later log-in by link', () => {
  test('of a verified account ends nothing', async () => {
    const user = await buildUser(testApp);
    const loginToken = await mailedToken(testApp, user.email, 'login');
    const answer = await testApp.call(logInByLink, { query: { loginToken }, ip: freshIp() });
    expect(answer.body.address_claimed).toBeUndefined();
    expect(answer.body.user.logs_in_by_link).toBe(false);
    expect(await testApp.call(me, { token: user.token })).toMatchObject({ status: 200 });
  });
});
