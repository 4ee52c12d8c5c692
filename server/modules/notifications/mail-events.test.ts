import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import type { MailPurpose } from '#server/platform/mail/suppressions.ts';
import { buildUser, freshEmail, freshIp, nextMessage, type TestUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const SECRET = 'a secret of the mail provider';
const testApp = startTestApp({ MAIL_WEBHOOK_SECRET: SECRET });
const plainApp = startTestApp();

const sign = (text: string, secret = SECRET) => createHmac('sha256', secret).update(text).digest('hex');

function post(event: unknown, signature?: string, app = testApp) {
  const payload = typeof event === 'string' ? event : JSON.stringify(event);
  return app.request({
    method: 'POST',
    url: '/api/webhooks/mail',
    headers: { 'content-type': 'application/json', 'x-encore-signature': signature ?? sign(payload) },
    payload,
  });
}

const notifyOf = (email: string, fields: object = {}) =>
  post({ id: randomUUID(), type: 'bounce', email, ...fields });

async function arrives(to: string): Promise<MailPurpose[]> {
  const purposes: MailPurpose[] = ['asked', 'transaction', 'notification', 'invite'];
  const before = (await listOutbox(testApp.context.db, to)).length;
  const arrived: MailPurpose[] = [];
  for (const purpose of purposes) {
    const key = randomUUID();
    const headers = { 'List-Unsubscribe': '<https://encore.test/stop>' };
    await testApp.context.mail.send({ key, to, purpose, subject: purpose, text: 't', html: 'h', headers });
    const all = await listOutbox(testApp.context.db, to);
    if (all.length > before + arrived.length) arrived.push(purpose);
  }
  return arrived;
}

const settings = ({ id, token }: TestUser) =>
  testApp.call(notificationEndpoints.getSettings, { token, params: { id } });

describe('an address', () => {
  test('whose mail came back gets nothing but what its owner asks for', async () => {
    const email = freshEmail();
    expect(await arrives(email)).toEqual(['asked', 'transaction', 'notification', 'invite']);
    expect(await notifyOf(email.toUpperCase())).toMatchObject({ status: 200 });
    expect(await arrives(email)).toEqual(['asked']);
  });

  test('whose owner complained gets receipts still, and no notification', async () => {
    const email = freshEmail();
    await notifyOf(email, { type: 'complaint' });
    expect(await arrives(email)).toEqual(['asked', 'transaction']);
  });

  test('with a full mailbox is no reason to stop', async () => {
    const email = freshEmail();
    await notifyOf(email, { permanent: false });
    expect(await arrives(email)).toContain('notification');
  });

  test('that is held back still gets a login link', async () => {
    const user = await buildUser(testApp);
    await notifyOf(user.email);
    await testApp.call(accountEndpoints.sendLoginLink, { body: { email: user.email }, ip: freshIp() });
    await nextMessage(testApp, user.email, /loginToken/);
  });
});

describe('a customer', () => {
  test('sees why mail is held back and turns it on again, for good', async () => {
    const user = await buildUser(testApp);
    const event = { id: randomUUID(), type: 'bounce', email: user.email };
    await post(event);
    await notifyOf(user.email, { type: 'complaint' });
    expect((await settings(user)).body.email_stopped).toEqual(['bounce', 'complaint']);
    const { token, id } = user;
    const resumed = await testApp.call(notificationEndpoints.resumeEmail, { token, params: { id } });
    expect(resumed).toMatchObject({ status: 200, body: { user: id, email_stopped: [] } });
    await post(event);
    expect((await settings(user)).body.email_stopped).toEqual([]);
    await notifyOf(user.email);
    expect((await settings(user)).body.email_stopped).toEqual(['bounce']);
  });

  test('does so for themselves; staff do it on record', async () => {
    const [user, other] = [await buildUser(testApp), await buildUser(testApp)];
    const staff = await buildUser(testApp, { role: 'customer_support' });
    await notifyOf(user.email);
    const resume = ({ token }: TestUser) =>
      testApp.call(notificationEndpoints.resumeEmail, { token, params: { id: user.id } });
    expect(await resume(other)).toMatchObject({ status: 404 });
    expect(await resume(staff)).toMatchObject({ status: 200 });
    const entries = await testApp.context.db
      .selectFrom('auditLog')
      .select(['actorId', 'action', 'before', 'after'])
      .where('subject', '=', `user:${user.id}`)
      .where('action', '!=', 'user.read')
      .execute();
    expect(entries).toEqual([
      { actorId: staff.id, action: 'settings.resume-email', before: ['bounce'], after: [] },
    ]);
  });
});

describe("the provider's hook", () => {
  test('believes what is signed, to the last byte', async () => {
    const email = freshEmail();
    const text = JSON.stringify({ id: randomUUID(), type: 'bounce', email });
    for (const signature of ['', 'zz', sign(text, 'another secret of some length'), sign(`${text} `)]) {
      expect((await post(text, signature)).status).toBe(400);
    }
    expect(await arrives(email)).toContain('notification');
    expect((await post(text)).status).toBe(200);
    expect((await post(text)).status).toBe(200);
  });

  test.each([
    ['no JSON', '{'],
    ['another type', { id: '1', type: 'opened', email: 'a@example.test' }],
    ['no address', { id: '1', type: 'bounce', email: 'nobody' }],
    ['no id', { type: 'bounce', email: 'a@example.test' }],
  ])('refuses %s', async (_name, event) => {
    expect((await post(event)).status).toBe(400);
  });

  test('is absent without a secret', async () => {
    const event = { id: '1', type: 'bounce', email: freshEmail() };
    expect((await post(event, undefined, plainApp)).status).toBe(404);
  });
});
