import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { buildUser, freshEmail, freshIp, nextMessage, type TestUser } from '#server/testing/factories.ts';
import { makePhoto } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { sweepAttachments } from './attachments.ts';
import { mailWhenAway } from './mail-away.ts';

const SUPPORT_EMAIL = 'desk@encore.test';
const testApp = startTestApp({ SUPPORT_EMAIL });
const { answerConversation, attachImage, getMyConversation, markRead, sendMessage } = supportEndpoints;

const message = (text: string) => ({ text, attachments: [], key: randomUUID() });

async function startConversation(customer: TestUser) {
  const sent = await testApp.call(sendMessage, { token: customer.token, body: message('A question') });
  return sent.body.conversation.id;
}

async function answer(id: number, text: string): Promise<number> {
  const staff = await buildUser(testApp, { role: 'customer_support' });
  const call = { token: staff.token, params: { id }, body: message(text) };
  return (await testApp.call(answerConversation, call)).body.id;
}

const look = (conversationId: number, reader: 'customer' | 'staff') =>
  mailWhenAway(testApp.context, { conversationId, reader });

async function countWaitingJobs(conversationId: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pgboss.job
    where name = 'support.mail-unread' and (data ->> 'conversationId')::int = ${conversationId}`.execute(
    testApp.context.db,
  );
  return rows[0]?.waiting ?? 0;
}

describe('an answer', () => {
  test('is mailed once to a customer who is away, however many messages were written', async () => {
    const customer = await buildUser(testApp, { firstName: 'Riley' });
    const id = await startConversation(customer);
    await answer(id, 'First part');
    await answer(id, 'Second part');
    // One mail to staff about the question and one to the customer about both answers.
    expect(await countWaitingJobs(id)).toBe(2);
    testApp.advanceMinutes(2);
    await look(id, 'customer');
    await look(id, 'customer');
    const mail = await nextMessage(testApp, customer.email, /replied/);
    expect(mail.text).toContain('Hi Riley,');
    expect(mail.text).toMatch(/First part\s+Second part/);
    expect(mail.text).toContain('/?help=chat');
    await nextMessage(testApp, customer.email);
    expect(await listOutbox(testApp.context.db, customer.email)).toHaveLength(1);
  });

  test('is mailed up to a length that cuts no character in two', async () => {
    const customer = await buildUser(testApp);
    const id = await startConversation(customer);
    await answer(id, `${'a'.repeat(1_999)}💥 and more`);
    testApp.advanceMinutes(2);
    await look(id, 'customer');
    const mail = await nextMessage(testApp, customer.email, /replied/);
    expect(mail.text.isWellFormed()).toBe(true);
    expect(mail.text).not.toContain('\ufffd');
  });

  test('is not mailed after it was read', async () => {
    const customer = await buildUser(testApp);
    const id = await startConversation(customer);
    const answerId = await answer(id, 'Here you are');
    await testApp.call(markRead, { token: customer.token, body: { message: answerId } });
    testApp.advanceMinutes(2);
    await look(id, 'customer');
    const later = await answer(id, 'And this');
    testApp.advanceMinutes(2);
    await look(id, 'customer');
    const mail = await nextMessage(testApp, customer.email, /replied/);
    expect(mail.text).toContain('And this');
    expect(mail.text).not.toContain('Here you are');
    expect(later).toBeGreaterThan(answerId);
  });

  test('is held back while the customer’s page is open, up to a limit', async () => {
    const customer = await buildUser(testApp);
    const id = await startConversation(customer);
    await answer(id, 'Still there?');
    testApp.advanceMinutes(2);
    await testApp.call(getMyConversation, { token: customer.token, body: {} });
    await look(id, 'customer');
    expect(await listOutbox(testApp.context.db, customer.email)).toEqual([]);
    testApp.advanceMinutes(9);
    await testApp.call(getMyConversation, { token: customer.token, body: {} });
    await look(id, 'customer');
    await nextMessage(testApp, customer.email, /Still there/);
  });

  test('is mailed to the address a visitor gave', async () => {
    const email = freshEmail();
    const body = { ...message('Hello'), visitor_email: email };
    const sent = await testApp.call(sendMessage, { ip: freshIp(), body });
    await answer(sent.body.conversation.id, 'Hello to you');
    testApp.advanceMinutes(2);
    await look(sent.body.conversation.id, 'customer');
    const mail = await nextMessage(testApp, email, /Hello to you/);
    expect(mail.text).toContain('/Login?help=chat');
  });
});

test('staff receive unread customer messages by mail, with a link to reply', async () => {
  const customer = await buildUser(testApp);
  const id = await startConversation(customer);
  testApp.advanceMinutes(2);
  await look(id, 'staff');
  const mail = await nextMessage(testApp, SUPPORT_EMAIL, new RegExp(`conversation=${id}`));
  expect(mail.subject).toBe('Message from Test Customer');
  expect(mail.text).toContain(customer.email);
});

test('a picture that was never sent is deleted after a day', async () => {
  const customer = await buildUser(testApp);
  const attach = async () => {
    const call = { token: customer.token, query: {}, picture: await makePhoto() };
    return (await testApp.call(attachImage, call)).body;
  };
  const [left, sent] = [await attach(), await attach()];
  const body = { ...message('Look'), attachments: [sent.id] };
  await testApp.call(sendMessage, { token: customer.token, body });
  const { db, storage } = testApp.context;
  const keyOf = async (id: number) =>
    (await db.selectFrom('supportAttachments').select('storageKey').where('id', '=', id).executeTakeFirst())
      ?.storageKey;
  const [leftKey, sentKey] = [await keyOf(left.id), await keyOf(sent.id)];
  await sweepAttachments(testApp.context);
  expect(await storage.stat(leftKey ?? '')).toBeDefined();
  testApp.advanceMinutes(24 * 60 + 1);
  await sweepAttachments(testApp.context);
  expect(await keyOf(left.id)).toBeUndefined();
  expect(await storage.stat(leftKey ?? '')).toBeUndefined();
  expect(await storage.stat(sentKey ?? '')).toBeDefined();
});
