import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { staffSearchEndpoints } from '#contract/endpoints/overview.ts';
import { inboxListEndpoints, supportEndpoints } from '#contract/endpoints/support.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { freshDevice } from '#server/testing/devices.ts';
import { buildUser, freshEmail, freshIp, type TestUser } from '#server/testing/factories.ts';
import { buildHolding } from '#server/testing/held-albums.ts';
import { makePhoto } from '#server/testing/photos.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const testApp = shareTestApp();
const {
  answerConversation,
  attachImage,
  getConversation,
  getMyConversation,
  markConversationRead,
  markRead,
  reportBug,
  sendMessage,
  setStatuses,
} = supportEndpoints;

const staffUser = () => buildUser(testApp, { role: 'customer_support', firstName: 'Alex' });

function write(user: TestUser, text: string, fields: { key?: string; attachments?: number[] } = {}) {
  const body = { text, attachments: [], key: randomUUID(), ...fields };
  return testApp.call(sendMessage, { token: user.token, body });
}

function answer(staff: TestUser, id: number, text: string, fields: { key?: string } = {}) {
  const body = { text, attachments: [], key: randomUUID(), ...fields };
  return testApp.call(answerConversation, { token: staff.token, params: { id }, body });
}

const mine = (user: TestUser) => testApp.call(getMyConversation, { token: user.token, body: {} });

type VisitorFields = { visitor_email?: string; visitor_token?: string; key?: string; text?: string };

function writeAsVisitor(fields: VisitorFields, ip = freshIp(), device?: string) {
  return testApp.call(sendMessage, {
    ip,
    ...(device ? { device } : {}),
    body: { text: 'Is this the right place?', attachments: [], key: randomUUID(), ...fields },
  });
}

describe('a conversation', () => {
  test('counts unread messages for each side', async () => {
    const [customer, staff] = [await buildUser(testApp), await staffUser()];
    expect((await mine(customer)).body).toMatchObject({ conversation: null });
    const sent = await write(customer, 'Where are my photos?');
    expect(sent).toMatchObject({
      status: 200,
      body: { visitor_token: null, conversation: { status: 'open', unread: 0 } },
    });
    const { id } = sent.body.conversation;
    const inboxRow = async () => {
      const { body } = await testApp.call(inboxListEndpoints.page, { token: staff.token, query: {} });
      return body.rows.find((row) => row.id === id);
    };
    expect(await inboxRow()).toMatchObject({
      unread: 1,
      last_from: 'customer',
      last_text: 'Where are my photos?',
      customer: { user: customer.id, name: 'Test Customer', email: customer.email },
    });
    const question = sent.body.conversation.messages[0]?.id ?? 0;
    await testApp.call(markConversationRead, {
      token: staff.token,
      params: { id },
      body: { message: question },
    });
    expect(await inboxRow()).toMatchObject({ unread: 0, last_from: 'customer' });

    const answered = await answer(staff, id, 'In your album, since noon.');
    expect(answered.body).toMatchObject({ from: 'staff', author_name: 'Alex' });
    expect((await mine(customer)).body.conversation).toMatchObject({
      unread: 1,
      messages: [{ text: 'Where are my photos?' }, { text: 'In your album, since noon.' }],
    });
    const read = { token: customer.token, body: { message: answered.body.id } };
    expect((await testApp.call(markRead, read)).status).toBe(200);
    expect((await mine(customer)).body.conversation?.unread).toBe(0);
  });

  test('stores a resent message once, also when sent concurrently', async () => {
    const [customer, staff] = [await buildUser(testApp), await staffUser()];
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => write(customer, 'Hello', { key })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { conversation } = (await mine(customer)).body;
    expect(conversation?.messages.map(({ text }) => text)).toEqual(['Hello']);
    const id = conversation?.id ?? 0;
    const first = await answer(staff, id, 'Hi', { key });
    expect(first.status).toBe(200);
    const again = randomUUID();
    const both = await Promise.all([1, 2].map(() => answer(staff, id, 'Hi', { key: again })));
    expect(new Set(both.map(({ body }) => body.id)).size).toBe(1);
  });

  test('reopens when the customer writes, and closing is audited', async () => {
    const [customer, staff] = [await buildUser(testApp), await staffUser()];
    const { id } = (await write(customer, 'One question')).body.conversation;
    const waiting = async () =>
      (await testApp.call(staffSearchEndpoints.countQueues, { token: staff.token })).body.conversations ?? 0;
    const before = await waiting();
    await testApp.call(setStatuses, {
      token: staff.token,
      body: { conversations: [id], status: 'closed' },
    });
    expect(await waiting()).toBe(before - 1);
    const closed = await testApp.call(inboxListEndpoints.page, {
      token: staff.token,
      query: { status: 'closed' },
    });
    expect(closed.body.rows.map((row) => row.id)).toContain(id);
    expect((await write(customer, 'One more')).body.conversation.status).toBe('open');
    expect(await waiting()).toBe(before);
    const audit = await testApp.context.db
      .selectFrom('auditLog')
      .select(['actorId', 'before', 'after'])
      .where('subject', '=', `conversation:${id}`)
      .execute();
    expect(audit).toEqual([{ actorId: staff.id, before: { status: 'open' }, after: { status: 'closed' } }]);
  });

  test('is listed first while the customer wrote last', async () => {
    const staff = await staffUser();
    const [early, late] = [await buildUser(testApp), await buildUser(testApp)];
    const waitingId = (await write(early, 'Waiting')).body.conversation.id;
    const answeredId = (await write(late, 'Answered')).body.conversation.id;
    await answer(staff, answeredId, 'Done');
    const { body } = await testApp.call(inboxListEndpoints.page, { token: staff.token, query: {} });
    const order = body.rows.map((row) => row.id).filter((id) => id === waitingId || id === answeredId);
    expect(order).toEqual([waitingId, answeredId]);
  });

  test('shows staff the albums and orders of the customer', async () => {
    const [customer, staff] = [await buildUser(testApp), await staffUser()];
    const album = await buildAlbum(testApp, { programName: 'Lantern', teamName: 'Sparks' });
    await buildHolding(testApp, customer, album);
    const { id } = (await write(customer, 'Help')).body.conversation;
    const { body } = await testApp.call(getConversation, { token: staff.token, params: { id } });
    expect(body.albums).toEqual([
      { album: album.id, title: 'Lantern Sparks', event: 'Winter Classic', owned: false, views_used: 0 },
    ]);
    expect(body.orders).toEqual([]);
  });

  test('of another customer is not found', async () => {
    const [customer, other, staff] = [await buildUser(testApp), await buildUser(testApp), await staffUser()];
    const sent = await write(customer, 'Private');
    const { id } = sent.body.conversation;
    const message = sent.body.conversation.messages[0]?.id ?? 0;
    await write(other, 'Mine');
    expect((await testApp.call(markRead, { token: other.token, body: { message } })).status).toBe(404);
    expect((await testApp.call(getConversation, { token: other.token, params: { id } })).status).toBe(403);
    const missing = { token: staff.token, params: { id: 2_000_000_000 } };
    expect(await testApp.call(getConversation, missing)).toMatchObject({ status: 404 });
    expect(await answer(staff, 2_000_000_000, 'Hello?')).toMatchObject({ status: 404 });
  });

  test('accepts twenty messages per ten minutes', async () => {
    const customer = await buildUser(testApp);
    for (let i = 0; i < 20; i++) expect((await write(customer, `Message ${i}`)).status).toBe(200);
    expect(await write(customer, 'One too many')).toMatchObject({ status: 429 });
  });

  test('refuses an empty message', async () => {
    const customer = await buildUser(testApp);
    expect(await write(customer, '   ')).toMatchObject({ status: 400, error: { code: 'invalid_request' } });
    expect((await mine(customer)).body.conversation).toBeNull();
  });
});

describe('a visitor', () => {
  test('gives an email address once and is recognized by a token from then on', async () => {
    const ip = freshIp();
    expect(await writeAsVisitor({}, ip)).toMatchObject({
      status: 400,
      error: { details: [{ path: 'visitor_email' }] },
    });
    const email = freshEmail();
    const first = await writeAsVisitor({ visitor_email: email }, ip);
    const visitor_token = first.body.visitor_token ?? '';
    expect(visitor_token.length).toBeGreaterThanOrEqual(20);
    const second = await writeAsVisitor({ visitor_token, text: 'And another thing' }, ip);
    expect(second.body.conversation).toMatchObject({
      id: first.body.conversation.id,
      messages: [{ author_name: 'Visitor' }, { text: 'And another thing' }],
    });
    const stored = await testApp.context.db
      .selectFrom('supportConversations')
      .select(['visitorTokenHash', 'visitorEmail'])
      .where('id', '=', first.body.conversation.id)
      .executeTakeFirstOrThrow();
    expect(stored.visitorEmail).toBe(email);
    expect(stored.visitorTokenHash?.toString()).not.toContain(visitor_token);
  });

  test('whose first message is sent twice has one conversation', async () => {
    const [ip, key, visitor_email] = [freshIp(), randomUUID(), freshEmail()];
    const first = await writeAsVisitor({ key, visitor_email }, ip);
    const again = await writeAsVisitor({ key, visitor_email }, ip);
    expect(again.body.visitor_token).toBe(first.body.visitor_token);
    expect(again.body.conversation).toMatchObject({
      id: first.body.conversation.id,
      messages: [{ text: 'Is this the right place?' }],
    });
  });

  test('with an unknown token finds nothing', async () => {
    const visitor_token = 'x'.repeat(43);
    expect((await writeAsVisitor({ visitor_token, visitor_email: freshEmail() })).status).toBe(404);
    const { body } = await testApp.call(getMyConversation, { body: { visitor_token } });
    expect(body.conversation).toBeNull();
  });

  test('can open three conversations per hour from one device, and others of the address as well', async () => {
    const [ip, device] = [freshIp(), freshDevice(testApp)];
    for (let i = 0; i < 3; i++) {
      expect((await writeAsVisitor({ visitor_email: freshEmail() }, ip, device)).status).toBe(200);
    }
    const fourth = await writeAsVisitor({ visitor_email: freshEmail() }, freshIp(), device);
    expect(fourth).toMatchObject({ status: 429 });
    expect((await writeAsVisitor({ visitor_email: freshEmail() }, ip)).status).toBe(200);
  });
});

describe('a bug report', () => {
  const facts = {
    page: '/events/10',
    browser: 'Firefox 140',
    errors: ['TypeError: x is undefined'],
    request_ids: ['9f1c'],
  };

  test('reaches the inbox with its details and the site version', async () => {
    const [customer, staff] = [await buildUser(testApp), await staffUser()];
    const body = { text: 'The button does nothing', attachments: [], key: randomUUID(), ...facts };
    const { body: reported } = await testApp.call(reportBug, { token: customer.token, body });
    const { id } = reported.conversation;
    const { body: bugs } = await testApp.call(inboxListEndpoints.page, {
      token: staff.token,
      query: { bugs: 'true' },
    });
    expect(bugs.rows.find((row) => row.id === id)).toMatchObject({ has_bug_report: true });
    const { body: full } = await testApp.call(getConversation, { token: staff.token, params: { id } });
    expect(full.messages[0]?.bug_report).toEqual({ ...facts, version: expect.stringMatching(/^\d+\./) });
  });

  test('from a visitor needs no email address and can include a picture', async () => {
    const [ip, picture] = [freshIp(), await makePhoto()];
    const attached = await testApp.call(attachImage, { ip, query: {}, picture });
    const visitor_token = attached.body.visitor_token ?? '';
    const body = {
      text: 'Blank page',
      attachments: [attached.body.id],
      key: randomUUID(),
      visitor_token,
      ...facts,
    };
    const { body: reported } = await testApp.call(reportBug, { ip, body });
    expect(reported.conversation.messages[0]?.attachments).toHaveLength(1);
    expect(await writeAsVisitor({ visitor_token }, ip)).toMatchObject({ status: 400 });
    expect(await writeAsVisitor({ visitor_token, visitor_email: freshEmail() }, ip)).toMatchObject({
      status: 200,
      body: { conversation: { id: reported.conversation.id } },
    });
  });
});

describe('a picture', () => {
  const attach = (user: TestUser, picture: Buffer) =>
    testApp.call(attachImage, { token: user.token, query: {}, picture });

  test('is stored without camera metadata, and its address works for a limited time', async () => {
    const customer = await buildUser(testApp);
    const photo = await makePhoto({ width: 3_000, height: 1_500, hasLocation: true, artist: 'Somebody' });
    const attached = await attach(customer, photo);
    expect(attached.body).toMatchObject({ width: 2_400, height: 1_200 });
    const response = await testApp.app.inject({ url: attached.body.url });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('image/webp');
    const metadata = await sharp(response.rawPayload).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 2_400 });
    expect(metadata.exif).toBeUndefined();
    const altered = attached.body.url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await testApp.request({ url: altered })).status).toBe(404);
    testApp.advanceMinutes(61);
    expect((await testApp.request({ url: attached.body.url })).status).toBe(404);
  });

  test('is drawn alone, because anybody may send a huge one', async () => {
    const customers = await Promise.all(Array.from({ length: 4 }, () => buildUser(testApp)));
    const photo = await makePhoto({ width: 3_000, height: 2_000 });
    let most = 0;
    // Only the count of running ones: one that just starts may be counted as waiting and as running.
    const note = () => {
      most = Math.max(most, sharp.counters().process);
    };
    sharp.queue.on('change', note);
    const answers = await Promise.all(customers.map((customer) => attach(customer, photo)));
    sharp.queue.off('change', note);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(most).toBeLessThanOrEqual(1);
  });

  test('is refused if it is not a picture or cannot be read', async () => {
    const customer = await buildUser(testApp);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect(await attach(customer, svg)).toMatchObject({ status: 415 });
    expect((await attach(customer, Buffer.from('\xff\xd8\xff broken', 'latin1'))).status).toBe(422);
    expect(await attach(customer, Buffer.alloc(8 * 1024 * 1024 + 1))).toMatchObject({ status: 413 });
  });

  test('can be sent once, only by its uploader', async () => {
    const [customer, other] = [await buildUser(testApp), await buildUser(testApp)];
    const { body: picture } = await attach(customer, await makePhoto());
    expect(await write(other, '', { attachments: [picture.id] })).toMatchObject({ status: 404 });
    expect((await mine(other)).body.conversation).toBeNull();
    expect(await write(customer, '', { attachments: [picture.id] })).toMatchObject({
      status: 200,
      body: { conversation: { messages: [{ text: '', attachments: [{ id: picture.id }] }] } },
    });
    expect(await write(customer, 'again', { attachments: [picture.id] })).toMatchObject({ status: 404 });
  });
});
