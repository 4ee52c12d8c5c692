import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { enteringEndpoints } from '#contract/endpoints/entering.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { freshDevice } from '#server/testing/devices.ts';
import {
  buildUser,
  countHits,
  freshEmail,
  freshIp,
  jobsAreDone,
  nextMessage,
  reloadUser,
} from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp({ PUBLIC_URL: 'https://encore.test', PROOFS: 'always' });
const { sendOneTimeCode, enterByCode, describeMailLink } = enteringEndpoints;
const { logInByLink, me, changePassword } = accountEndpoints;

const ask = (email: string, { device = freshDevice(testApp), to = '/checkout/some-order-key' } = {}) =>
  testApp.call(sendOneTimeCode, { body: { email, agreed_to_terms: true, to }, ip: freshIp(), device });
const enter = (
  body: { email: string; ticket: string; code: string },
  { device = freshDevice(testApp), ip = freshIp() } = {},
) => testApp.call(enterByCode, { body, ip, device });

const LINK = /https:\/\/encore\.test\/LoginSimple\/\?loginToken=([\w.-]+)&to=(\S+)/;

async function askForCode(email: string) {
  const earlier = new Set((await listOutbox(testApp.context.db, email)).map(({ id }) => id));
  const { body } = await ask(email);
  const mail = await nextMessage(testApp, email, /is your Encore code/, earlier);
  const code = /^(\d{6}) /.exec(mail.subject)?.[1] ?? '';
  return { answer: body, email, ticket: body.ticket, code, mail, link: LINK.exec(mail.text)?.[1] ?? '' };
}

async function entryOf(address: string) {
  const { email, ticket, code } = await askForCode(address);
  return { email, ticket, code };
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a visitor without an account', () => {
  test('gets one with a verified address by typing the mailed code, and no password or name', async () => {
    const { mail, ...entry } = await askForCode(freshEmail());
    expect(mail.text).toContain(entry.code);
    const { status, body } = await enter({ email: entry.email, ticket: entry.ticket, code: entry.code });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      email: entry.email,
      email_verified: true,
      logs_in_by_link: true,
      first_name: '',
      terms_due: null,
      type: 'authenticated',
    });
    expect(await testApp.call(me, { token: body.jwt })).toMatchObject({ status: 200 });
  });

  test('can open the link of the mail on another device instead, which leads to the same place', async () => {
    const { link, mail, ...entry } = await askForCode(freshEmail());
    expect(decodeURIComponent(LINK.exec(mail.text)?.[2] ?? '')).toBe('/checkout/some-order-key');
    const look = await testApp.call(describeMailLink, { body: { loginToken: link }, ip: freshIp() });
    expect(look.body).toMatchObject({ first_name: '', is_yours: false, works: true });
    expect(await reloadUser(testApp, entry.email)).toBeUndefined();
    const spent = await testApp.call(logInByLink, { query: { loginToken: link }, ip: freshIp() });
    expect(spent).toMatchObject({ status: 200, body: { user: { email: entry.email } } });
    expect(await enter({ email: entry.email, ticket: entry.ticket, code: entry.code })).toMatchObject({
      status: 400,
      error: { code: 'code_invalid' },
    });
  });

  test('who sends the code ten times at once gets one account and one session', async () => {
    const { email, ticket, code } = await askForCode(freshEmail());
    // Each call counts as a try, so only five of them are compared at all.
    const answers = await Promise.all(Array.from({ length: 10 }, () => enter({ email, ticket, code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const user = await reloadUser(testApp, email);
    const { db } = testApp.context;
    const sessions = await db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', user?.id ?? 0)
      .execute();
    expect(sessions).toHaveLength(1);
  });

  test('must agree to the terms, and is led only to pages of this site', async () => {
    const email = freshEmail();
    const send = (body: object) =>
      testApp.call(sendOneTimeCode, { body: body as never, ip: freshIp(), device: freshDevice(testApp) });
    for (const body of [
      { email },
      { email, agreed_to_terms: false },
      { email, agreed_to_terms: true, to: '//elsewhere.test/' },
      { email, agreed_to_terms: true, to: '/\\elsewhere.test' },
      { email, agreed_to_terms: true, to: 'https://elsewhere.test/' },
      { email, agreed_to_terms: true, to: '/a\nb' },
    ]) {
      expect(await send(body)).toMatchObject({ status: 400 });
    }
    expect(await listOutbox(testApp.context.db, email)).toEqual([]);
  });
});

describe('somebody with an account', () => {
  test('gets the same answer as a stranger, and enters their own account', async () => {
    const user = await buildUser(testApp, { firstName: 'Robin' });
    const { answer: known, mail, email, ticket, code } = await askForCode(user.email);
    const unknown = await ask(freshEmail());
    expect(Object.keys(known)).toEqual(Object.keys(unknown.body));
    expect(mail.text).toContain('Hi Robin,');
    expect(await enter({ email, ticket, code })).toMatchObject({
      status: 200,
      body: { user: { id: user.id } },
    });
  });

  test('whose address was registered by somebody else ends everything made before', async () => {
    const squatter = await buildUser(testApp, { isVerified: false });
    const { email, ticket, code } = await askForCode(squatter.email);
    const { body } = await enter({ email, ticket, code });
    expect(body).toMatchObject({ address_claimed: true, user: { email, logs_in_by_link: true } });
    expect(body.user.id).not.toBe(squatter.id);
    expect(await testApp.call(me, { token: squatter.token })).toMatchObject({ status: 401 });
  });

  test('who is suspended, or has a second factor, is not let in by a code alone', async () => {
    const suspended = await buildUser(testApp);
    const { db, clock } = testApp.context;
    await db.updateTable('users').set({ suspendedAt: clock.now() }).where('id', '=', suspended.id).execute();
    expect(await enter(await entryOf(suspended.email))).toMatchObject({
      status: 403,
      error: { code: 'account_suspended' },
    });
    const careful = await buildUser(testApp, { role: 'customer_support' });
    await db.updateTable('users').set({ secondFactorAt: clock.now() }).where('id', '=', careful.id).execute();
    expect(await enter(await entryOf(careful.email))).toMatchObject({
      status: 401,
      error: { code: 'second_factor_required' },
    });
  });

  test('loses a code that was mailed before the password changed', async () => {
    const { email, ticket, code } = await askForCode((await buildUser(testApp)).email);
    const user = await reloadUser(testApp, email);
    const session = await enter(await entryOf(email));
    const body = {
      currentPassword: 'a-Good-pass1',
      password: 'other-Pass-77',
      passwordConfirmation: 'other-Pass-77',
    };
    const changed = await testApp.call(changePassword, { token: session.body.jwt, body });
    expect(changed).toMatchObject({ status: 200, body: { user: { id: user?.id } } });
    expect(await enter({ email, ticket, code })).toMatchObject({ status: 400 });
  });
});

describe('guessing a code', () => {
  test('is over after five tries, also when they come at once', async () => {
    const { email, ticket, code } = await askForCode(freshEmail());
    const guesses = await Promise.all(
      Array.from({ length: 8 }, () => enter({ email, ticket, code: wrong(code) })),
    );
    expect(guesses.every(({ status }) => status === 400)).toBe(true);
    expect(await enter({ email, ticket, code })).toMatchObject({
      status: 400,
      error: { code: 'code_invalid', details: { tries_left: 0 } },
    });
  });

  test('needs the ticket of the browser that asked, and the address that was asked for', async () => {
    const mine = await askForCode(freshEmail());
    const other = await askForCode(freshEmail());
    expect((await enter({ email: mine.email, ticket: other.ticket, code: mine.code })).status).toBe(400);
    expect((await enter({ email: other.email, ticket: mine.ticket, code: mine.code })).status).toBe(400);
    expect((await enter({ email: mine.email, ticket: mine.ticket, code: mine.code })).status).toBe(200);
  });

  test('cannot be sprayed: wrong codes of a network are counted together, whatever the addresses', async () => {
    const ip = freshIp();
    const answers = [];
    for (let i = 0; i < 13; i++) {
      const email = freshEmail();
      const { body } = await ask(email);
      for (let guess = 0; guess < 5; guess++) {
        answers.push((await enter({ email, ticket: body.ticket, code: '000000' }, { ip })).status);
      }
    }
    expect(answers.filter((status) => status === 400)).toHaveLength(60);
    expect(answers.slice(60)).toEqual(Array(5).fill(429));
    expect((await enter({ ...(await entryOf(freshEmail())) })).status).toBe(200);
  });

  test('are counted for the whole site too, and past that limit links and known devices get in', async () => {
    onTestFinished(async () => void (await testApp.context.db.deleteFrom('rateHits').execute()));
    const [visitor, reader, owner] = [freshEmail(), freshEmail(), await buildUser(testApp)];
    const [entry, { link }] = [await entryOf(visitor), await askForCode(reader)];
    const device = freshDevice(testApp);
    const first = await entryOf(owner.email);
    expect((await enter(first, { device })).status).toBe(200);
    const again = await entryOf(owner.email);
    await countHits(testApp, 'code-guess:everyone', 1_000);
    expect(await enter(entry)).toMatchObject({ status: 429 });
    expect((await enter(again, { device })).status).toBe(200);
    const byLink = await testApp.call(logInByLink, { query: { loginToken: link }, ip: freshIp() });
    expect(byLink.status).toBe(200);
  });

  test('is limited to 30 wrong codes a day for an address, except from a device of its owner', async () => {
    const email = freshEmail();
    const device = freshDevice(testApp);
    const first = await askForCode(email);
    expect((await enter({ email, ticket: first.ticket, code: first.code }, { device })).status).toBe(200);
    for (let i = 0; i < 30; i++) {
      const guess = { email, ticket: 'x'.repeat(43), code: '000000' };
      expect(await enter(guess)).toMatchObject({ status: 400 });
    }
    testApp.advanceMinutes(16);
    const { ticket, code, link } = await askForCode(email);
    expect(await enter({ email, ticket, code })).toMatchObject({ status: 429 });
    expect(await enter({ email, ticket, code }, { device })).toMatchObject({ status: 200 });
    const again = await askForCode(email);
    expect(again.link).not.toBe(link);
    expect(
      await testApp.call(logInByLink, { query: { loginToken: again.link }, ip: freshIp() }),
    ).toMatchObject({ status: 200 });
  });

  test('is over after ten minutes', async () => {
    const { email, ticket, code } = await askForCode(freshEmail());
    testApp.advanceMinutes(10.1);
    expect(await enter({ email, ticket, code })).toMatchObject({ status: 400 });
  });
});

test('a code and its ticket are in no table and no job', async () => {
  const { email, ticket, code, link } = await askForCode(freshEmail());
  const { db } = testApp.context;
  const rows = await db.selectFrom('oneTimeCodes').selectAll().where('email', '=', email).execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.ticketHash).toEqual(hashSecret(ticket));
  const jobs = await sql<{ row: string }>`
    select j::text as row from pgboss.job j where name = 'accounts.mail-one-time-code'`.execute(db);
  const stored = JSON.stringify([rows, jobs.rows]);
  for (const secret of [ticket, link]) expect(stored).not.toContain(secret);
  expect(jobs.rows.every(({ row }) => !row.includes(`"${code}"`))).toBe(true);
});

test('strangers who ask for codes for somebody else are answered, and mail at most three in 15 minutes', async () => {
  const email = freshEmail();
  for (let i = 0; i < 5; i++) expect(await ask(email)).toMatchObject({ status: 200 });
  await jobsAreDone(testApp, 'accounts.mail-one-time-code');
  expect(await listOutbox(testApp.context.db, email)).toHaveLength(3);
});
