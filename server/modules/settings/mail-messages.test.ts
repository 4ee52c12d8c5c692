import { beforeEach, describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { DEFAULT_SITE_SETTINGS, settingsEndpoints } from '#contract/endpoints/settings.ts';
import { siteEndpoints } from '#contract/endpoints/site.ts';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { inTransaction } from '#server/context.ts';
import { notify } from '#server/modules/notifications/notify.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { buildUser, freshIp, nextMessage, type TestUser } from '#server/testing/factories.ts';
import { readHistory } from '#server/testing/history.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp();
let owner: TestUser;

beforeEach(async () => {
  owner = await buildUser(testApp, { role: 'super', firstName: 'Olive' });
});

const change = (body: object) => testApp.call(settingsEndpoints.changeSettings, { token: owner.token, body });
const askForLink = (email: string) =>
  testApp.call(accountEndpoints.sendLoginLink, { body: { email }, ip: freshIp() });
const notificationsFor = async (user: TestUser) => {
  await inTransaction(testApp.context, (tx) =>
    notify(tx, user.id, {
      kind: 'zip_ready',
      subject: `zip:${user.id}`,
      words: () => ({ title: 'Your download is ready', line: 'Comets are packed.' }),
      path: '/MyAlbums',
    }),
  );
  return nextMessage(testApp, user.email, /Comets are packed/);
};

describe('the name of the site', () => {
  test('is in the next mail, text message and page without a restart', async () => {
    expect((await change({ site_name: 'Stage <3' })).status).toBe(400);
    expect((await change({ site_name: 'Two\nlines' })).status).toBe(400);
    expect((await change({ site_name: 'Stage & Sons' })).status).toBe(200);
    expect((await testApp.call(siteEndpoints.getSite)).body.site_name).toBe('Stage & Sons');
    const reader = await buildUser(testApp);
    await askForLink(reader.email);
    const { html, text } = await nextMessage(testApp, reader.email, /Your Stage & Sons login link/);
    expect(html).toContain('Log in to Stage &amp; Sons');
    expect(html).toContain('stage &amp; sons</a>');
    expect(html + text).not.toMatch(/\bencore\b(?!\.test)/);
    await testApp.call(accountEndpoints.sendPhoneCode, {
      token: reader.token,
      body: { to: '+15551230001' },
      ip: freshIp(),
    });
    await nextMessage(testApp, '+15551230001', /is your Stage & Sons code/);
    await change({ site_name: DEFAULT_SITE_SETTINGS.site_name });
  });
});

describe('the texts of mails', () => {
  test('greet, open, sign and end the next mail as they were written, as text and never as HTML', async () => {
    const texts = {
      mail_greeting: 'Ahoy {first_name}!',
      mail_intro_zip_ready: 'It took a <b>while</b>.',
      mail_signature: 'Kind regards\nThe crew',
      mail_footer: 'pictures & more.',
    };
    expect(await change(texts)).toMatchObject({ status: 200, body: texts });
    const { text, html } = await notificationsFor(await buildUser(testApp, { firstName: 'Zo$&e' }));
    const order = ['Ahoy Zo$&e!', 'It took a <b>while</b>.', 'Comets are packed.', 'Kind regards\nThe crew'];
    const places = [...order, 'pictures & more.'].map((words) => text.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(html).toContain('It took a &lt;b&gt;while&lt;/b&gt;.');
    expect(html).toContain('Kind regards<br>The crew');
    expect(html).toContain('pictures &amp; more.');
    expect(html).not.toContain('Photos of your athlete');
  });

  test('have no placeholder that nobody fills in', async () => {
    for (const [field, value] of [
      ['mail_greeting', 'Dear {last_name},'],
      ['mail_greeting', 'Dear {first_name} {},'],
      ['mail_signature', '{first_name}'],
      ['mail_intro_pool', 'News, {first_name}:'],
      ['mail_footer', 'x'.repeat(201)],
    ] as const) {
      const answer = await change({ [field]: value });
      expect(answer, value).toMatchObject({ status: 400, error: { details: [{ path: field }] } });
    }
  });

  test('of another kind leave this one alone, and empty ones leave no gap', async () => {
    await change({
      mail_greeting: DEFAULT_SITE_SETTINGS.mail_greeting,
      mail_intro_zip_ready: '',
      mail_intro_pool: 'Only of pools.',
      mail_signature: '',
      mail_footer: '',
    });
    const { text } = await notificationsFor(await buildUser(testApp, { firstName: 'Ana' }));
    expect(text).toContain('Hi Ana,\n\nComets are packed.');
    expect(text).not.toContain('Only of pools');
    expect(text).toMatch(/\nEncore, /);
    expect(text).not.toContain('\n\n\n');
  });
});

describe('a preview of a mail', () => {
  const preview = (body: object, token = owner.token) =>
    testApp.call(settingsEndpoints.previewMail, { token, body: body as never });
  const send = (body: object, token = owner.token) =>
    testApp.call(settingsEndpoints.sendPreviewMail, { token, body: body as never });

  test('shows what is typed so far beside what is saved, and saves nothing', async () => {
    await change({ mail_signature: 'As saved' });
    const { status, body } = await preview({
      kind: 'receipt',
      site_name: 'Not Yet',
      mail_greeting: 'Hi {first_name}',
      mail_intro_receipt: '<script>alert(1)</script>',
    });
    expect(status).toBe(200);
    expect(body.subject).toBe('Your Not Yet receipt');
    for (const words of ['Hi Olive', '<script>alert(1)</script>', 'As saved', '$139.65']) {
      expect(body.text).toContain(words);
    }
    expect(body.html).not.toContain('<script>');
    expect((await testApp.call(siteEndpoints.getSite)).body.site_name).toBe('Encore');
    expect((await preview({ kind: 'zip_ready', mail_greeting: '{name}' })).status).toBe(400);
    expect((await preview({ kind: 'anything' })).status).toBe(400);
  });

  test('exists of every kind, each with its own opening', async () => {
    for (const kind of [
      'album_published',
      'athlete_found',
      'pool',
      'zip_ready',
      'report_handled',
      'receipt',
    ]) {
      const { body } = await preview({ kind, [`mail_intro_${kind}`]: `Opening of ${kind}.` });
      expect(body.text).toContain(`Opening of ${kind}.`);
      expect(body.subject).not.toBe('');
    }
  });

  test('is sent to whoever asks and to nobody else, ten times an hour', async () => {
    const before = (await listOutbox(testApp.context.db)).length;
    expect(await send({ kind: 'pool', mail_greeting: 'Yo {first_name}' })).toMatchObject({
      status: 200,
      body: { to: owner.email },
    });
    await nextMessage(testApp, owner.email, /Yo Olive/);
    expect((await send({ kind: 'pool', to: 'someone@example.test' })).status).toBe(400);
    for (let sent = 1; sent < 10; sent += 1) expect((await send({ kind: 'pool' })).status).toBe(200);
    expect(await send({ kind: 'pool' })).toMatchObject({ status: 429 });
    expect((await listOutbox(testApp.context.db)).length - before).toBe(10);
  });

  test('is for those who may change the settings', async () => {
    for (const role of ['authenticated', 'customer_support', 'analyst'] as const) {
      const { token } = await buildUser(testApp, { role });
      expect((await preview({ kind: 'pool' }, token)).status).toBe(403);
      expect((await send({ kind: 'pool' }, token)).status).toBe(403);
    }
  });
});

test('help hours are shown as they are set now', async () => {
  const hours = async () =>
    (await testApp.call(supportEndpoints.getMyConversation, { body: {} as never, ip: freshIp() })).body.hours;
  expect(await hours()).toBe(DEFAULT_SITE_SETTINGS.chat_hours);
  await change({ chat_hours: 'Weekends only.' });
  expect(await hours()).toBe('Weekends only.');
});

test('every text that is changed is on record, with what it was', async () => {
  await change({ chat_hours: 'Never.', mail_footer: 'new', face_matching: false });
  await change({ face_matching: true });
  const entries = await readHistory(testApp, owner.token, { scope: 'settings' });
  expect(entries.slice(0, 2)).toMatchObject([
    { changes: [{ field: 'face_matching', before: 'false', after: 'true' }] },
    {
      actor_name: owner.name,
      changes: expect.arrayContaining([
        expect.objectContaining({ field: 'chat_hours', after: 'Never.' }),
        { field: 'face_matching', before: 'true', after: 'false' },
      ]),
    },
  ]);
});

test('staff are listed by what they may do, with when they were last here, and customers are not', async () => {
  const customer = await buildUser(testApp);
  const support = await buildUser(testApp, { role: 'customer_support' });
  const { body } = await testApp.call(userAdministrationEndpoints.listStaff, { token: owner.token });
  expect(body[0]?.type).toBe('super');
  expect(body.find(({ id }) => id === support.id)).toMatchObject({
    email: support.email,
    type: 'customer_support',
    last_seen_at: expect.any(String),
  });
  expect(body.map(({ id }) => id)).not.toContain(customer.id);
  expect(body.findLastIndex(({ type }) => type === 'super')).toBeLessThan(
    body.findIndex(({ type }) => type === 'customer_support'),
  );
});
