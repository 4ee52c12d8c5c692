import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { FACTORY_NOTIFICATION_SETTINGS } from '#contract/rules/notifications.ts';
import { inTransaction } from '#server/context.ts';
import { listSuppressions } from '#server/platform/mail/suppressions.ts';
import { buildUser, freshEmail, freshIp, reloadUser, type TestUser } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { untilStuck } from '#server/testing/until-stuck.ts';
import { stopChannel } from './notification-settings.ts';
import { unsubscribeLink } from './unsubscribe.ts';

const testApp = shareTestApp();
beforeAll(() => testApp.stopClock());
const { getUnsubscribe, unsubscribe } = inviteEndpoints;

const linkOf = (owner: Parameters<typeof unsubscribeLink>[1]) =>
  inTransaction(testApp.context, (tx) => unsubscribeLink(tx.db, owner));
const look = (action: string) => testApp.call(getUnsubscribe, { body: { action }, ip: freshIp() });
const settingsOf = async ({ id, token }: TestUser) =>
  (await testApp.call(notificationEndpoints.getSettings, { token, params: { id } })).body.settings;
const post = (action: string, payload: string, type = 'application/x-www-form-urlencoded') =>
  testApp.request({
    method: 'POST',
    url: `/api/unsubscribe/one-click/${action}`,
    headers: { 'content-type': type },
    payload,
    remoteAddress: freshIp(),
  });

const ONE_CLICK = 'List-Unsubscribe=One-Click';
const withoutEmail = (...kinds: (keyof typeof FACTORY_NOTIFICATION_SETTINGS)[]) => ({
  ...FACTORY_NOTIFICATION_SETTINGS,
  ...Object.fromEntries(
    kinds.map((kind) => [kind, { ...FACTORY_NOTIFICATION_SETTINGS[kind], email: false }]),
  ),
});

describe('the link in a mail', () => {
  test('says what it is about without giving the address away, and changes nothing by being looked at', async () => {
    const user = await buildUser(testApp, { email: `robin.${randomUUID()}@mail.example.test` });
    const action = await linkOf({ userId: user.id, kind: 'pool' });
    for (let i = 0; i < 2; i++) {
      expect(await look(action)).toMatchObject({
        status: 200,
        body: {
          email_hint: 'r•••@m•••.example.test',
          about: 'notifications',
          kind: 'pool',
          email_kinds: Object.keys(FACTORY_NOTIFICATION_SETTINGS),
        },
      });
    }
    expect(await settingsOf(user)).toEqual(FACTORY_NOTIFICATION_SETTINGS);
    expect(await reloadUser(testApp, user.email)).toMatchObject({ hasModifiedNotificationSettings: null });
  });

  test('is the same for a customer and a kind, in every mail', async () => {
    const user = await buildUser(testApp);
    const links = await Promise.all(
      Array.from({ length: 5 }, () => linkOf({ userId: user.id, kind: 'pool' })),
    );
    expect(new Set(links).size).toBe(1);
    expect(await linkOf({ userId: user.id, kind: 'zip_ready' })).not.toBe(links[0]);
  });

  test('turns off one kind, or all of them, without a login, and notes the day', async () => {
    const user = await buildUser(testApp);
    const action = await linkOf({ userId: user.id, kind: 'pool' });
    const stop = (kind: 'pool' | null) =>
      testApp.call(unsubscribe, { body: { action, kind }, ip: freshIp() });
    expect(await stop('pool')).toMatchObject({ status: 200, body: { ok: true } });
    expect(await settingsOf(user)).toEqual(withoutEmail('pool'));
    const today = testApp.context.clock.now().toISOString().slice(0, 10);
    expect(await reloadUser(testApp, user.email)).toMatchObject({
      hasModifiedNotificationSettings: today,
    });
    await stop(null);
    const kinds = Object.keys(
      FACTORY_NOTIFICATION_SETTINGS,
    ) as (keyof typeof FACTORY_NOTIFICATION_SETTINGS)[];
    expect(await settingsOf(user)).toEqual(withoutEmail(...kinds));
    expect((await look(action)).body.email_kinds).toEqual([]);
  });

  test('stops its kind beside a link of another kind that is opened at the same moment', async () => {
    const user = await buildUser(testApp);
    const action = await linkOf({ userId: user.id, kind: 'zip_ready' });
    const stopped = await inTransaction(testApp.context, async (tx) => {
      await stopChannel(tx, { userId: user.id, channel: 'email', kinds: ['pool'] });
      const stopping = testApp.call(unsubscribe, { body: { action, kind: 'zip_ready' }, ip: freshIp() });
      await untilStuck(testApp, stopping);
      return { stopping };
    });
    expect(await stopped.stopping).toMatchObject({ status: 200 });
    expect(await settingsOf(user)).toEqual(withoutEmail('pool', 'zip_ready'));
  });

  test('leaves text messages and the other kinds as they were', async () => {
    const user = await buildUser(testApp);
    await testApp.context.db
      .updateTable('users')
      .set({ phoneNumber: '+15125550177', phoneVerifiedAt: new Date() })
      .where('id', '=', user.id)
      .execute();
    const settings = { ...FACTORY_NOTIFICATION_SETTINGS, pool: { email: true, sms: true, push: true } };
    await testApp.call(notificationEndpoints.updateSettings, {
      token: user.token,
      params: { id: user.id },
      body: { settings },
    });
    await post(await linkOf({ userId: user.id, kind: 'pool' }), ONE_CLICK);
    expect(await settingsOf(user)).toEqual({ ...settings, pool: { email: false, sms: true, push: true } });
  });

  test('to an address without a customer stops invitations to it', async () => {
    const email = freshEmail();
    const action = await linkOf({ email });
    expect(await look(action)).toMatchObject({ body: { about: 'invites', kind: null, email_kinds: [] } });
    await testApp.call(unsubscribe, { body: { action, kind: null }, ip: freshIp() });
    expect(await listSuppressions(testApp.context.db, email)).toEqual(['invites']);
  });

  test('that nobody made is not found', async () => {
    const action = randomUUID();
    expect(await look(action)).toMatchObject({ status: 404 });
    const body = { action, kind: null };
    expect(await testApp.call(unsubscribe, { body, ip: freshIp() })).toMatchObject({ status: 404 });
    expect(await post(action, ONE_CLICK)).toMatchObject({ status: 404 });
  });
});

describe('one click in a mail program (RFC 8058)', () => {
  const multipart = [
    '--b',
    'Content-Disposition: form-data; name="List-Unsubscribe"',
    '',
    'One-Click',
    '--b--',
    '',
  ].join('\r\n');

  test.each([
    ['a form', ONE_CLICK, 'application/x-www-form-urlencoded'],
    ['a form with a charset', ONE_CLICK, 'application/x-www-form-urlencoded; charset=UTF-8'],
    ['a multipart form', multipart, 'multipart/form-data; boundary=b'],
  ])('as %s stops that kind of mail at once', async (_name, payload, type) => {
    const user = await buildUser(testApp);
    const action = await linkOf({ userId: user.id, kind: 'album_published' });
    expect(await post(action, payload, type)).toMatchObject({ status: 200, json: { ok: true } });
    expect(await settingsOf(user)).toEqual(withoutEmail('album_published'));
    expect(await post(action, payload, type)).toMatchObject({ status: 200 });
  });

  test('opened by a person or a scanner leads to the page and changes nothing', async () => {
    const user = await buildUser(testApp);
    const action = await linkOf({ userId: user.id, kind: 'album_published' });
    const url = `/api/unsubscribe/one-click/${action}`;
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await testApp.app.inject({ method, url });
      expect(answer.statusCode).toBe(303);
      expect(answer.headers.location).toBe(
        `${testApp.context.config.publicUrl}/unsubscribe?action=${action}`,
      );
    }
    expect(await settingsOf(user)).toEqual(FACTORY_NOTIFICATION_SETTINGS);
  });

  test('needs the field the standard names, and a short body', async () => {
    const user = await buildUser(testApp);
    const action = await linkOf({ userId: user.id, kind: 'album_published' });
    for (const payload of ['', 'a=b', 'List-Unsubscribe=Maybe', `x${ONE_CLICK}`]) {
      expect((await post(action, payload)).status).toBe(400);
    }
    expect((await post(action, `${ONE_CLICK}&a=${'b'.repeat(5_000)}`)).status).toBe(413);
    expect((await post('not-a-uuid', ONE_CLICK)).status).toBe(400);
    expect(await settingsOf(user)).toEqual(FACTORY_NOTIFICATION_SETTINGS);
  });

  test('is the only call that takes a form', async () => {
    const answer = await testApp.request({
      method: 'POST',
      url: '/api/unsubscribe',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: ONE_CLICK,
    });
    expect(answer.status).toBe(415);
  });
});
