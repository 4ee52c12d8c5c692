import { describe, expect, onTestFinished, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { setHashCost } from '#server/platform/security/passwords.ts';
import { freshDevice } from '#server/testing/devices.ts';
import {
  buildRegistration,
  buildUser,
  freshEmail,
  freshIp,
  TEST_PASSWORD,
} from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const testApp = shareTestApp();
const { register, me, logIn } = accountEndpoints;

describe('registering', () => {
  test('makes a customer and logs them in at once', async () => {
    const body = buildRegistration({ first_name: ' Riley ' });
    const answer = await testApp.call(register, { body, ip: freshIp() });
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({
      email: body.email,
      username: body.email,
      first_name: 'Riley',
      last_name: 'Parent',
      name: 'Riley Parent',
      birth_date: '1988-04-12',
      agreed_to_terms: true,
      type: 'authenticated',
      phone_verified: false,
      team_subscriptions: [],
      cart: null,
      payment_sources: [],
    });
    const mine = await testApp.call(me, { token: answer.body.jwt });
    expect(mine).toMatchObject({ status: 200, body: { id: answer.body.user.id, email: body.email } });
  });

  test('keeps the password as an argon2id hash and sends it nowhere', async () => {
    setHashCost('real');
    onTestFinished(() => setHashCost('cheap'));
    const body = buildRegistration();
    const answer = await testApp.call(register, { body, ip: freshIp() });
    const row = await testApp.context.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', body.email)
      .executeTakeFirstOrThrow();
    expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(row)).not.toContain(TEST_PASSWORD);
    expect(JSON.stringify(answer.body)).not.toMatch(/argon2|password/i);
  });

  test('notes the network and the mailbox of the account', async () => {
    const body = buildRegistration({ email: freshEmail().replace('@', '+tag@') });
    const { body: answer } = await testApp.call(register, { body, ip: '203.0.113.77' });
    const account = await testApp.context.db
      .selectFrom('users')
      .select(['signupNetwork', 'mailboxKey'])
      .where('id', '=', answer.user.id)
      .executeTakeFirstOrThrow();
    const mailboxKey = body.email.replace('+tag@', '@');
    expect(account).toEqual({ signupNetwork: '203.0.113.0/24', mailboxKey });
  });

  test('takes an address once, whatever its letters and spaces', async () => {
    const email = freshEmail();
    const first = await testApp.call(register, {
      body: buildRegistration({ email: ` ${email.toUpperCase()} `, username: email }),
      ip: freshIp(),
    });
    expect(first).toMatchObject({ status: 200, body: { user: { email } } });
    const second = await testApp.call(register, { body: buildRegistration({ email }), ip: freshIp() });
    expect(second).toMatchObject({ status: 409, error: { code: 'email_taken' } });
    const login = await testApp.call(logIn, {
      body: { identifier: email.toUpperCase(), password: TEST_PASSWORD },
      ip: freshIp(),
    });
    expect(login.status).toBe(200);
  });

  test('the database itself refuses a second account that differs in letters only', async () => {
    const user = await buildUser(testApp);
    await expect(buildUser(testApp, { email: user.email.toUpperCase() })).rejects.toThrow('already a user');
  });

  test('twice at the same moment makes one account', async () => {
    const email = freshEmail();
    const tries = [email, email.toUpperCase()].map((spelling) =>
      testApp.call(register, { body: buildRegistration({ email: spelling }), ip: freshIp() }),
    );
    const statuses = (await Promise.all(tries)).map((answer) => answer.status);
    expect(statuses.sort()).toEqual([200, 409]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['terms not agreed to', { agreed_to_terms: false }, 'agreed_to_terms'],
    ['terms left out', { agreed_to_terms: undefined }, 'agreed_to_terms'],
    ['another username than the email', { username: 'someone-else@example.test' }, 'username'],
    ['a password of 6', { password: 'abcdef' }, 'password'],
    ['a password everybody uses', { password: 'Password123' }, 'password'],
    ['one repeated character', { password: 'zzzzzzzz' }, 'password'],
    ['a password of 201', { password: 'a'.repeat(201) }, 'password'],
    ['no email address', { email: 'not-an-address', username: 'not-an-address' }, 'email'],
    ['an empty name', { first_name: '   ' }, 'first_name'],
    ['a name of 81', { last_name: 'a'.repeat(81) }, 'last_name'],
    ['a birth date that does not exist', { birth_date: '2001-02-30' }, 'birth_date'],
    ['a birth date in the future', { birth_date: '2999-01-01' }, 'birth_date'],
    ['a birth date before 1900', { birth_date: '1899-12-31' }, 'birth_date'],
    ['another provider', { provider: 'elsewhere' }, 'provider'],
    ['a role of their own choice', { role: 'super' }, 'role'],
    ['a type of their own choice', { type: 'super' }, 'type'],
  ])('with %s is refused and makes no account', async (_name, wrong, path) => {
    const body = { ...buildRegistration(), ...wrong } as ReturnType<typeof buildRegistration>;
    const answer = await testApp.call(register, { body, ip: freshIp() });
    expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_request' } });
    expect(answer.error.details).toContainEqual(expect.objectContaining({ path }));
    const found = await testApp.context.db.selectFrom('users').where('email', '=', body.email).execute();
    expect(found).toEqual([]);
  });

  test.each(['kvmdefg', 'Abcde12'])('accepts a password of 7: %s', async (password) => {
    const body = buildRegistration({ password });
    expect(await testApp.call(register, { body, ip: freshIp() })).toMatchObject({ status: 200 });
  });

  test('is limited to 5 an hour from one device, wherever it is', async () => {
    const taken = await buildUser(testApp);
    const device = freshDevice(testApp);
    const again = () =>
      testApp.call(register, { body: buildRegistration({ email: taken.email }), ip: freshIp(), device });
    for (let i = 0; i < 5; i++) expect(await again()).toMatchObject({ status: 409 });
    expect(await again()).toMatchObject({ status: 429 });
  });

  test('gives a device to whoever has none, and takes no made-up one', async () => {
    const body = buildRegistration();
    const first = await testApp.call(register, { body, ip: freshIp(), device: 'encore_device=made.up' });
    const cookie = String(first.headers['set-cookie']);
    expect(cookie).toMatch(
      /^encore_device=[\w-]{22}\.[\w-]{22}; Path=\/api; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
    );
    const device = cookie.split(';')[0] ?? '';
    const again = await testApp.call(register, { body, ip: freshIp(), device });
    expect(again.headers['set-cookie']).toBe(cookie);
  });
});
