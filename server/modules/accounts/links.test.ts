import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { freshDevice } from '#server/testing/devices.ts';
import {
  buildUser,
  freshEmail,
  freshIp,
  jobsAreDone,
  mailedToken,
  nextMessage,
} from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp({ PUBLIC_URL: 'https://encore.test' });
const { sendLoginLink, forgotPassword, logInByLink, resetPassword, me } = accountEndpoints;

const newPassword = { password: 'brand-new-1', passwordConfirmation: 'brand-new-1' };
const spend = (loginToken: string, ip = freshIp(), device = freshDevice(testApp)) =>
  testApp.call(logInByLink, { query: { loginToken }, ip, device });

async function countLinkJobs(email: string): Promise<number> {
  const { rows } = await sql`
    select 1 from pgboss.job where name = 'accounts.send-link' and data->>'email' = ${email}`.execute(
    testApp.context.db,
  );
  return rows.length;
}

describe('a login link', () => {
  test('arrives by mail, points at the site and logs its owner in', async () => {
    const user = await buildUser(testApp, { firstName: 'Zoë' });
    await testApp.call(sendLoginLink, { body: { email: user.email, username: user.email }, ip: freshIp() });
    const message = await nextMessage(testApp, user.email);
    expect(message).toMatchObject({ channel: 'email', subject: 'Your Encore login link' });
    const [, link, token] = /(https:\S+loginToken=([\w-]{43}))/.exec(message.text) ?? [];
    expect(link).toBe(`https://encore.test/LoginSimple/?loginToken=${token}`);
    expect(message.text).toContain('Hi Zoë');
    expect(message.html).toContain(`href="${link}"`);
    const answer = await spend(token ?? '');
    expect(answer).toMatchObject({ status: 200, body: { user: { id: user.id } } });
    expect(await testApp.call(me, { token: answer.body.jwt })).toMatchObject({ status: 200 });
  });

  test.each([
    ['login', sendLoginLink],
    ['reset', forgotPassword],
  ])('(%s) asked for by a stranger gets the same answer and no mail', async (_name, ask) => {
    const user = await buildUser(testApp);
    const stranger = freshEmail();
    const known = await testApp.call(ask, { body: { email: user.email }, ip: freshIp() });
    const unknown = await testApp.call(ask, { body: { email: stranger }, ip: freshIp() });
    expect(known).toMatchObject({ status: 200, body: { sent: true } });
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    await nextMessage(testApp, user.email);
    await jobsAreDone(testApp, 'accounts.send-link');
    // The same work for both: only the job knows whether there is an account.
    expect([await countLinkJobs(user.email), await countLinkJobs(stranger)]).toEqual([1, 1]);
    await expect(
      testApp.context.db.selectFrom('outboxMessages').where('recipient', '=', stranger).selectAll().execute(),
    ).resolves.toEqual([]);
  });

  test('works once', async () => {
    const user = await buildUser(testApp);
    const token = await mailedToken(testApp, user.email, 'login');
    expect(await spend(token)).toMatchObject({ status: 200 });
    expect(await spend(token)).toMatchObject({ status: 400, error: { code: 'link_invalid' } });
  });

  test('spent 20 times at the same moment works once', async () => {
    const user = await buildUser(testApp);
    const token = await mailedToken(testApp, user.email, 'login');
    const answers = await Promise.all(Array.from({ length: 20 }, () => spend(token)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.error?.code === 'link_invalid')).toHaveLength(19);
  });

  test('works for 15 minutes', async () => {
    const user = await buildUser(testApp);
    const early = await mailedToken(testApp, user.email, 'login');
    const late = await mailedToken(testApp, user.email, 'login');
    testApp.advanceMinutes(14.5);
    expect(await spend(early)).toMatchObject({ status: 200 });
    testApp.advanceMinutes(1);
    expect(await spend(late)).toMatchObject({ status: 400, error: { code: 'link_invalid' } });
  });

  test('cannot set a password, and a reset link cannot log in', async () => {
    const user = await buildUser(testApp);
    const login = await mailedToken(testApp, user.email, 'login');
    const reset = await mailedToken(testApp, user.email, 'password_reset');
    const body = { code: login, ...newPassword };
    expect(await testApp.call(resetPassword, { body, ip: freshIp() })).toMatchObject({
      status: 400,
      error: { code: 'link_invalid' },
    });
    expect(await spend(reset)).toMatchObject({ status: 400, error: { code: 'link_invalid' } });
    expect(await spend(login)).toMatchObject({ status: 200 });
  });

  test('is stored as a hash only, and in no job', async () => {
    const user = await buildUser(testApp);
    const token = await mailedToken(testApp, user.email, 'login');
    const { db } = testApp.context;
    const rows = await db.selectFrom('linkTokens').selectAll().where('userId', '=', user.id).execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.tokenHash).toEqual(hashSecret(token));
    expect(JSON.stringify(rows)).not.toContain(token);
    const jobs = await sql<{ row: string }>`
      select j::text as row from pgboss.job j where data->>'email' = ${user.email}`.execute(db);
    expect(jobs.rows).toHaveLength(1);
    expect(jobs.rows[0]?.row).not.toContain(token);
    const { rows: leaks } = await sql`
      select 1 from pgboss.job j where j::text like ${`%${token}%`}`.execute(db);
    expect(leaks).toEqual([]);
  });
});

describe('asking for links', () => {
  const ask = (email: string, device: string, ip = freshIp()) =>
    testApp.call(sendLoginLink, { body: { email }, ip, device });
  const reset = (email: string, device: string) =>
    testApp.call(forgotPassword, { body: { email }, ip: freshIp(), device });

  test('is limited to 3 in 15 minutes for one account from one device, login and reset together', async () => {
    const [email, device] = [freshEmail(), freshDevice(testApp)];
    const statuses = [
      await ask(email, device),
      await reset(email, device),
      await ask(email.toUpperCase(), device),
      await reset(email, device),
      await ask(email, device),
    ].map((answer) => answer.status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    testApp.advanceMinutes(15.1);
    expect(await ask(email, device)).toMatchObject({ status: 200 });
  });

  test('is limited to 10 a day for one account from one device', async () => {
    const [email, device] = [freshEmail(), freshDevice(testApp)];
    for (let i = 0; i < 10; i++) {
      expect(await ask(email, device)).toMatchObject({ status: 200 });
      testApp.advanceMinutes(16);
    }
    expect(await ask(email, device)).toMatchObject({ status: 429 });
    testApp.advanceMinutes(24 * 60);
    expect(await ask(email, device)).toMatchObject({ status: 200 });
  });

  test('is limited to 20 an hour from one device, and not for the others at its address', async () => {
    const [ip, device] = [freshIp(), freshDevice(testApp)];
    for (let i = 0; i < 20; i++) expect(await ask(freshEmail(), device, ip)).toMatchObject({ status: 200 });
    expect(await ask(freshEmail(), device)).toMatchObject({ status: 429 });
    expect(await ask(freshEmail(), freshDevice(testApp), ip)).toMatchObject({ status: 200 });
  });
});

describe('guessing tokens', () => {
  const guess = () => 'x'.repeat(43);

  test('is limited to 10 wrong tries in 15 minutes from one device, over both kinds', async () => {
    const [ip, device] = [freshIp(), freshDevice(testApp)];
    const user = await buildUser(testApp);
    const token = await mailedToken(testApp, user.email, 'login');
    for (let i = 0; i < 5; i++) {
      expect(await spend(guess(), ip, device)).toMatchObject({ status: 400 });
      const body = { code: guess(), ...newPassword };
      expect(await testApp.call(resetPassword, { body, ip, device })).toMatchObject({ status: 400 });
    }
    expect(await spend(token, freshIp(), device)).toMatchObject({ status: 429 });
    expect(await spend(token, ip)).toMatchObject({ status: 200 });
  });

  test('a right token costs no try', async () => {
    const [ip, device] = [freshIp(), freshDevice(testApp)];
    const user = await buildUser(testApp);
    for (let i = 0; i < 9; i++) expect(await spend(guess(), ip, device)).toMatchObject({ status: 400 });
    for (let i = 0; i < 2; i++) {
      const token = await mailedToken(testApp, user.email, 'login');
      expect(await spend(token, ip, device)).toMatchObject({ status: 200 });
    }
    expect(await spend(guess(), ip, device)).toMatchObject({ status: 400 });
    expect(await spend(guess(), ip, device)).toMatchObject({ status: 429 });
  });
});
