import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { settingsEndpoints } from '#contract/endpoints/settings.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { MAX_PUSH_DEVICES } from '#contract/rules/notifications.ts';
import { inTransaction } from '#server/context.ts';
import { logIn } from '#server/modules/accounts/log-in.ts';
import { notifyAthleteFound } from '#server/modules/athletes/save-matches.ts';
import { showOnLockScreen } from '#server/modules/athletes/show-on-lock-screen.ts';
import { purchases } from '#server/modules/orders/purchases.ts';
import { createPush } from '#server/platform/push/push.ts';
import { buildAlbum, buildEvent, buildImage } from '#server/testing/catalogue-factories.ts';
import {
  buildUser,
  eventually,
  jobsAreDone,
  TEST_PASSWORD,
  type TestUser,
} from '#server/testing/factories.ts';
import { startPushService } from '#server/testing/push-service.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { deliver } from './deliver-message.ts';
import { notify } from './notify.ts';
import { sendDigests } from './send-digests.ts';

const service = await startPushService();
const testApp = startTestApp({ PUSH_SERVICE_HOSTS: service.host });
// Noon in Chicago, where everyone of this file is.
beforeAll(() => testApp.stopClock(18));
afterAll(() => service.close());

const { addPushDevice, listPushDevices, removePushDevice } = notificationEndpoints;
const ZONE = 'America/Chicago';

async function turnOn(user: { token: string }, browser = service.subscribe()) {
  const body = { ...browser, time_zone: ZONE };
  expect(await testApp.call(addPushDevice, { token: user.token, body })).toMatchObject({ status: 200 });
  return browser;
}
const devicesOf = async (user: { token: string }) =>
  (await testApp.call(listPushDevices, { token: user.token })).body.devices;
const tell = (user: TestUser, subject = 'zip:1') =>
  inTransaction(testApp.context, (tx) =>
    notify(tx, user.id, {
      kind: 'zip_ready',
      subject,
      words: () => ({ title: 'Your download is ready', line: 'Comets are packed.' }),
      path: '/MyAlbums',
    }),
  );
/** Everything that is due has been sent. */
async function settle() {
  await jobsAreDone(testApp, 'notifications.gather-group');
  await jobsAreDone(testApp, 'notifications.deliver');
}
const shows = { showAlbum: async () => undefined, showAthlete: showOnLockScreen(purchases) };
async function delayOf(messageId: number): Promise<number | undefined> {
  const { rows } = await sql<{ delay: number }>`
    select extract(epoch from start_after - created_on)::float as delay from pgboss.job
    where name = 'notifications.deliver' and data->>'messageId' = ${String(messageId)} and state = 'created'
      and start_after > now()`.execute(testApp.context.db);
  return rows[0]?.delay;
}
const pushMessageOf = (user: TestUser) =>
  testApp.context.db
    .selectFrom('notificationMessages')
    .selectAll()
    .where('userId', '=', user.id)
    .where('channel', '=', 'push')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

test('processes that start together agree on the keys', async () => {
  const { config, db } = testApp.context;
  await db.deleteFrom('pushKeys').execute();
  const keys = await Promise.all(Array.from({ length: 4 }, () => createPush(config, db).publicKey()));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[\w-]{87}$/);
});

describe('a device', () => {
  test('is listed by its name, and can be removed by its owner only', async () => {
    const [user, stranger] = [await buildUser(testApp), await buildUser(testApp)];
    const browser = await turnOn(user);
    const [device] = await devicesOf(user);
    expect(device).toMatchObject({ is_this: true, last_used_at: null });
    const params = { id: device?.id ?? 0 };
    expect((await testApp.call(removePushDevice, { token: stranger.token, params })).status).toBe(404);
    expect((await testApp.call(removePushDevice, { token: user.token, params })).body.devices).toEqual([]);
    await tell(user);
    await settle();
    expect(service.pushedTo(browser)).toEqual([]);
  });

  test.each([
    ['another host', { endpoint: 'https://evil.test/push' }],
    ['an address inside', { endpoint: 'http://127.0.0.1:5432/' }],
    [
      'letters that no service uses',
      {
        endpoint: `https://fcm.googleapis.com/fcm/send/${Array.from({ length: 950 }, (_, place) => String.fromCodePoint(0x4e00 + ((place * 7919) % 20_000))).join('')}`,
      },
    ],
    ['no key', { keys: { p256dh: 'AAAA', auth: 'AAAA' } }],
    [
      'a point off the curve',
      { keys: { p256dh: `BA${'A'.repeat(85)}`, auth: Buffer.alloc(16).toString('base64url') } },
    ],
  ])('of %s is refused', async (_, change) => {
    const user = await buildUser(testApp);
    const body = { ...service.subscribe(), time_zone: ZONE, ...change };
    expect(await testApp.call(addPushDevice, { token: user.token, body })).toMatchObject({ status: 400 });
    expect(await devicesOf(user)).toEqual([]);
  });

  test('belongs to the last account that turned it on', async () => {
    const [first, second] = [await buildUser(testApp), await buildUser(testApp)];
    const browser = await turnOn(first);
    await turnOn(second, browser);
    await tell(first);
    await tell(second);
    await settle();
    expect(await devicesOf(first)).toEqual([]);
    expect(service.pushedTo(browser)).toHaveLength(1);
  });

  test('too many is the end of the oldest', async () => {
    const user = await buildUser(testApp);
    const browsers = [];
    for (let i = 0; i <= MAX_PUSH_DEVICES; i++) browsers.push(await turnOn(user));
    expect(await devicesOf(user)).toHaveLength(MAX_PUSH_DEVICES);
    await tell(user);
    await settle();
    expect(browsers.map((one) => service.pushedTo(one).length)).toEqual([
      0,
      ...Array(MAX_PUSH_DEVICES).fill(1),
    ]);
  });

  test('that logs out gets nothing more; the others do', async () => {
    const user = await buildUser(testApp);
    const here = await turnOn(user);
    const visitor = { ip: '127.0.0.1', userAgent: 'Mozilla/5.0 (iPhone) Safari/605.1' };
    const there = await inTransaction(testApp.context, (tx) =>
      logIn(tx, visitor, { email: user.email, password: TEST_PASSWORD }),
    );
    const phone = await turnOn({ token: (there as { jwt: string }).jwt });
    await testApp.call(accountEndpoints.logOut, { token: user.token, body: {} });
    await tell(user);
    await settle();
    expect([here, phone].map((one) => service.pushedTo(one).length)).toEqual([0, 1]);
  });

  test('of a suspended account gets nothing', async () => {
    const [user, staff] = [await buildUser(testApp), await buildUser(testApp, { role: 'super' })];
    const browser = await turnOn(user);
    await tell(user);
    await settle();
    await testApp.call(userAdministrationEndpoints.suspendUser, {
      token: staff.token,
      params: { id: user.id },
      body: { reason: 'other', note: 'A test of suspension' },
    });
    await tell(user, 'zip:2');
    await settle();
    expect(service.pushedTo(browser)).toHaveLength(1);
  });
});

describe('a push message', () => {
  test('goes encrypted to every device, and opens its path', async () => {
    const user = await buildUser(testApp);
    const browsers = [await turnOn(user), await turnOn(user)];
    await tell(user);
    await settle();
    for (const browser of browsers) {
      const [pushed, ...more] = service.pushedTo(browser);
      expect(more).toEqual([]);
      expect(pushed?.message).toMatchObject({ title: 'Your download is ready', path: '/MyAlbums' });
      expect(pushed?.headers).toMatchObject({ topic: pushed?.message.tag, authorization: /^vapid t=/ });
    }
  });

  test.each([404, 410])('answered with %i forgets the device', async (status) => {
    const user = await buildUser(testApp);
    service.answer(await turnOn(user), status);
    await tell(user);
    await settle();
    expect(await devicesOf(user)).toEqual([]);
    expect(await pushMessageOf(user)).toMatchObject({ sentAt: expect.any(String) });
  });

  test.each([400, 401, 403, 413])(
    'answered with %i is not sent again, and its device stays',
    async (status) => {
      const user = await buildUser(testApp);
      const [good, bad] = [await turnOn(user), await turnOn(user)];
      service.answer(bad, status);
      await tell(user);
      await settle();
      expect([good, bad].map(service.timesAsked)).toEqual([1, 1]);
      expect(await pushMessageOf(user)).toMatchObject({ sentAt: expect.any(String) });
      expect(await devicesOf(user)).toHaveLength(2);
    },
  );

  test('to a device that subscribed with another key of the site is not sent, and the device subscribes again', async () => {
    const user = await buildUser(testApp);
    const [former, unknown] = [await turnOn(user), await turnOn(user)];
    const keep = (endpoint: string, publicKey: string | null) =>
      testApp.context.db
        .updateTable('pushSubscriptions')
        .set({ publicKey })
        .where('endpoint', '=', endpoint)
        .execute();
    await keep(former.endpoint, 'B-former-key');
    // From before the site remembered its keys.
    await keep(unknown.endpoint, null);
    service.answer(unknown, 403);
    await tell(user);
    await settle();
    expect([former, unknown].map(service.timesAsked)).toEqual([0, 1]);
    expect(await devicesOf(user)).toEqual([]);
  });

  test.each([429, 503])('answered with %i waits as long as the push service asks', async (status) => {
    const user = await buildUser(testApp);
    const browser = await turnOn(user);
    service.answer(browser, status, { 'retry-after': '600' });
    await tell(user);
    const { id } = await eventually(() => pushMessageOf(user).catch(() => undefined), 'the message');
    const later = await eventually(() => delayOf(id), 'the later job');
    await settle();
    expect(later).toBeGreaterThan(590);
    expect(service.timesAsked(browser)).toBe(1);
    service.answer(browser, 201);
    await sql`update pgboss.job set start_after = now() where name = 'notifications.deliver'
      and data->>'messageId' = ${String(id)} and state = 'created'`.execute(testApp.context.db);
    await settle();
    expect(service.pushedTo(browser)).toHaveLength(1);
  });

  test('is given up after a day', async () => {
    const user = await buildUser(testApp);
    const browser = await turnOn(user);
    service.answer(browser, 503, { 'retry-after': '600' });
    await tell(user);
    const { id } = await eventually(() => pushMessageOf(user).catch(() => undefined), 'the message');
    await eventually(() => delayOf(id), 'the later job');
    const createdAt = new Date(testApp.context.clock.now().getTime() - 25 * 3_600_000);
    await testApp.context.db
      .updateTable('notificationMessages')
      .set({ createdAt })
      .where('id', '=', id)
      .execute();
    await deliver({ ...testApp.context, ...shows }, id);
    expect(service.timesAsked(browser)).toBe(1);
    expect(await pushMessageOf(user)).toMatchObject({ sentAt: expect.any(String) });
  });

  test('that one device failed is sent again to that one only', async () => {
    const user = await buildUser(testApp);
    const [good, bad] = [await turnOn(user), await turnOn(user)];
    service.answer(bad, 503);
    await tell(user);
    const message = await eventually(async () => {
      const row = await pushMessageOf(user).catch(() => undefined);
      return row?.pushedTo.length === 1 ? row : undefined;
    }, 'the first device');
    expect(message.sentAt).toBeNull();
    service.answer(bad, 201);
    await deliver({ ...testApp.context, ...shows }, message.id);
    await settle();
    expect([good, bad].map((one) => service.pushedTo(one).length)).toEqual([1, 1]);
  });

  test('repeated after a crash between sending and marking replaces the first on the phone', async () => {
    const user = await buildUser(testApp);
    const [marked, unmarked] = [await turnOn(user), await turnOn(user)];
    await tell(user);
    await settle();
    const { id, pushedTo } = await pushMessageOf(user);
    const { db } = testApp.context;
    const crashed = { sentAt: null, pushedTo: pushedTo.toSorted((a, b) => a - b).slice(0, 1) };
    await db.updateTable('notificationMessages').set(crashed).where('id', '=', id).execute();
    await deliver({ ...testApp.context, ...shows }, id);
    expect(service.pushedTo(marked)).toHaveLength(1);
    const [first, second] = service.pushedTo(unmarked);
    expect(second?.message).toEqual(first?.message);
    expect(second?.headers.topic).toBe(first?.headers.topic);
  });
});

const daysAgo = (days: number) =>
  new Date(testApp.context.clock.now().getTime() - days * 24 * 3600_000).toISOString().slice(0, 10);
const today = () => daysAgo(0);
const hourNow = () =>
  Number(
    testApp.context.clock
      .now()
      .toLocaleTimeString('en-US', { timeZone: ZONE, hour: '2-digit', hourCycle: 'h23' }),
  );
/** The message that the push service did not take. */
async function heldUp(user: TestUser) {
  const message = await eventually(() => pushMessageOf(user).catch(() => undefined), 'the message');
  await eventually(() => delayOf(message.id), 'the later job');
  return message;
}

async function buildParent(fields: { startDate?: string } = {}) {
  const user = await buildUser(testApp);
  const browser = await turnOn(user);
  const event = await buildEvent(testApp, {
    name: 'Lanternway Classic',
    startDate: fields.startDate ?? today(),
  });
  const album = await buildAlbum(testApp, { eventId: event.id });
  const { db } = testApp.context;
  const buildAthlete = async (name: string) =>
    db
      .insertInto('userAthletes')
      .values({ userId: user.id, name, touchedAt: new Date(), createdAt: new Date() })
      .returning(['id', 'userId'])
      .executeTakeFirstOrThrow();
  const maya = await buildAthlete('Maya');
  const find = async (athlete = maya, place = album) => {
    const found = { userId: user.id, albumId: place.id, foundBy: 'invite', vouched: true };
    await db
      .insertInto('userFoundAlbums')
      .values(found)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const imageId = await buildMatch(place, athlete.id);
    await inTransaction(testApp.context, (tx) => notifyAthleteFound(tx, athlete, place.id));
    return imageId;
  };
  const choose = (body: object, athlete = maya) =>
    testApp.call(athleteEndpoints.chooseAlerts, { token: user.token, params: { id: athlete.id }, body });
  const pushed = () => service.pushedTo(browser).map(({ message }) => message);
  const chooseQuietHours = async (from: number, to: number) => {
    const call = { token: user.token, params: { id: user.id } };
    const { settings } = (await testApp.call(notificationEndpoints.getSettings, call)).body;
    const body = { settings, quiet_hours: { from, to, time_zone: ZONE } };
    await testApp.call(notificationEndpoints.updateSettings, { ...call, body });
  };
  return { user, browser, album, event, maya, buildAthlete, find, choose, chooseQuietHours, pushed };
}

describe('photos of an athlete', () => {
  test('are sent at once, then in digests of 20 minutes, by several workers exactly once', async () => {
    const { album, event, maya, buildAthlete, find, pushed } = await buildParent();
    const leo = await buildAthlete('Leo');
    await Promise.all([find(), find(), find()]);
    await settle();
    expect(pushed()).toHaveLength(1);
    expect(pushed()[0]?.path).toBe(`/MyAthlete?athlete=${maya.id}&album=${album.id}`);

    const other = await buildAlbum(testApp, { eventId: event.id });
    testApp.advanceMinutes(5);
    await Promise.all([find(), find(leo), find(maya, other), find()]);
    await settle();
    testApp.advanceMinutes(10);
    await Promise.all([sendDigests(testApp.context), sendDigests(testApp.context)]);
    await settle();
    expect(pushed()).toHaveLength(1);

    testApp.advanceMinutes(6);
    await Promise.all([sendDigests(testApp.context), sendDigests(testApp.context), find(leo)]);
    await settle();
    expect(pushed()).toHaveLength(2);
    expect(pushed()[1]).toMatchObject({ path: '/MyAthlete', tag: pushed()[0]?.tag });
  });

  test('of two events do not wait for each other', async () => {
    const { maya, find, pushed } = await buildParent();
    const elsewhere = await buildAlbum(testApp, {
      eventId: (await buildEvent(testApp, { name: 'Lamplight Open', startDate: today() })).id,
    });
    await find();
    await find(maya, elsewhere);
    await settle();
    expect(
      pushed()
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['New photos from Lamplight Open', 'New photos from Lanternway Classic']);
  });

  test('found in quiet hours are announced when these end', async () => {
    const { user, find, chooseQuietHours, pushed } = await buildParent();
    const { body } = await testApp.call(notificationEndpoints.getSettings, {
      token: user.token,
      params: { id: user.id },
    });
    expect(body.quiet_hours).toEqual({ from: 21, to: 8, time_zone: ZONE });
    // It is noon.
    await chooseQuietHours(11, 14);
    await find();
    await settle();
    testApp.advanceMinutes(90);
    await sendDigests(testApp.context);
    await settle();
    expect(pushed()).toEqual([]);
    testApp.advanceMinutes(60);
    await sendDigests(testApp.context);
    await settle();
    expect(pushed()).toHaveLength(1);
  });

  test('that a push service was too busy for are not sent in quiet hours either', async () => {
    const { user, browser, find, chooseQuietHours, pushed } = await buildParent();
    service.answer(browser, 503, { 'retry-after': '5400' });
    await find();
    const { id } = await heldUp(user);
    service.answer(browser, 201);
    const hour = hourNow();
    await chooseQuietHours(hour, hour + 2);
    const deliverAgain = () => deliver({ ...testApp.context, ...shows }, id);
    await deliverAgain();
    expect(pushed()).toEqual([]);
    testApp.advanceMinutes(120);
    await deliverAgain();
    expect(pushed()).toHaveLength(1);
  });

  test('that a push service was too busy for are not sent when their time is over', async () => {
    const { user, browser, find, pushed } = await buildParent({ startDate: daysAgo(14) });
    service.answer(browser, 503, { 'retry-after': '5400' });
    await find();
    const { id } = await heldUp(user);
    service.answer(browser, 201);
    // The next morning.
    testApp.advanceMinutes(21 * 60);
    await deliver({ ...testApp.context, ...shows }, id);
    expect(pushed()).toEqual([]);
    expect(await pushMessageOf(user)).toMatchObject({ sentAt: expect.any(String) });
  });

  test.each([
    ['the consent has been withdrawn', athleteEndpoints.withdrawConsent],
    ['the athlete has been deleted', athleteEndpoints.deleteAthlete],
  ])('are not told after %s', async (_, erase) => {
    const { user, browser, maya, find, pushed } = await buildParent();
    service.answer(browser, 503, { 'retry-after': '5400' });
    await find();
    const { id } = await heldUp(user);
    const other = await buildAlbum(testApp, { eventId: (await buildEvent(testApp)).id });
    const waiting = await buildAlbum(testApp, { eventId: other.eventId });
    service.answer(browser, 201);
    await find(maya, other);
    await settle();
    await find(maya, waiting);
    await settle();
    expect(pushed()).toHaveLength(1);
    // Of the three messages one is out, one is held up, and one waits for its 20 minutes.
    expect((await testApp.call(erase, { token: user.token, params: { id: maya.id } })).status).toBe(200);
    testApp.advanceMinutes(21);
    await deliver({ ...testApp.context, ...shows }, id);
    await sendDigests(testApp.context);
    await settle();
    expect(pushed()).toHaveLength(1);
  });

  test('are not told while face matching is off', async () => {
    const { user, browser, find, pushed } = await buildParent();
    service.answer(browser, 503, { 'retry-after': '5400' });
    await find();
    const { id } = await heldUp(user);
    service.answer(browser, 201);
    const { token } = await buildUser(testApp, { role: 'super' });
    const switchMatching = (isOn: boolean) =>
      testApp.call(settingsEndpoints.changeSettings, { token, body: { face_matching: isOn } });
    expect((await switchMatching(false)).status).toBe(200);
    await deliver({ ...testApp.context, ...shows }, id);
    expect((await switchMatching(true)).status).toBe(200);
    expect(pushed()).toEqual([]);
  });

  test('are announced if their album is up by then', async () => {
    const { event, maya, find, chooseQuietHours, pushed } = await buildParent();
    const [gone, restored] = [
      await buildAlbum(testApp, { eventId: event.id }),
      await buildAlbum(testApp, { eventId: event.id }),
    ];
    const publish = ({ id }: typeof gone, publishedAt: Date | null) =>
      testApp.context.db.updateTable('albums').set({ publishedAt }).where('id', '=', id).execute();
    await chooseQuietHours(11, 14);
    for (const album of [gone, restored]) {
      await find(maya, album);
      await publish(album, null);
    }
    await settle();
    testApp.advanceMinutes(150);
    await publish(restored, testApp.context.clock.now());
    await sendDigests(testApp.context);
    await settle();
    expect(pushed()).toMatchObject([{ path: `/MyAthlete?athlete=${maya.id}&album=${restored.id}` }]);
  });

  test('are not announced more than 14 days after the event', async () => {
    const [late, inTime] = [
      await buildParent({ startDate: daysAgo(16) }),
      await buildParent({ startDate: daysAgo(13) }),
    ];
    for (const { find } of [late, inTime]) await find();
    await settle();
    expect([late, inTime].map(({ pushed }) => pushed().length)).toEqual([0, 1]);
  });

  test('are sent by the channels chosen for that athlete, until the settings change', async () => {
    const { user, maya, buildAthlete, find, choose, pushed } = await buildParent();
    const leo = await buildAthlete('Leo');
    expect(await choose({ push: false })).toMatchObject({ status: 200 });
    expect(await choose({ sms: true })).toMatchObject({ error: { code: 'phone_not_verified' } });
    const stranger = await buildUser(testApp);
    const answer = await testApp.call(athleteEndpoints.chooseAlerts, {
      token: stranger.token,
      params: { id: maya.id },
      body: { push: true },
    });
    expect(answer.status).toBe(404);
    await find();
    await settle();
    expect(pushed()).toEqual([]);
    await find(leo);
    await settle();
    expect(pushed()).toHaveLength(1);

    const call = { token: user.token, params: { id: user.id } };
    const { settings } = (await testApp.call(notificationEndpoints.getSettings, call)).body;
    for (const push of [false, true]) {
      const changed = { ...settings, athlete_found: { ...settings.athlete_found, push } };
      await testApp.call(notificationEndpoints.updateSettings, { ...call, body: { settings: changed } });
    }
    const { body } = await testApp.call(notificationEndpoints.listAlertChoices, { token: user.token });
    expect(body).toMatchObject([{ athlete: maya.id, team: null, push: null }]);
  });
});

describe('a locked screen', () => {
  test('shows neither name nor picture by default, in the language of its owner', async () => {
    const { user, album, maya, find, pushed } = await buildParent();
    const { db } = testApp.context;
    await db.updateTable('users').set({ language: 'es' }).where('id', '=', user.id).execute();
    await find();
    await settle();
    expect(pushed()).toEqual([
      {
        id: expect.any(Number),
        tag: expect.stringMatching(/^athletes-\d+$/),
        title: 'Fotos nuevas de Lanternway Classic',
        body: 'Toca para verlas.',
        path: `/MyAthlete?athlete=${maya.id}&album=${album.id}`,
      },
    ]);
  });

  test('shows the name of an athlete whose parent chose it, and of no other', async () => {
    const { buildAthlete, find, choose, pushed } = await buildParent();
    const leo = await buildAthlete('Leo');
    await choose({ shows_name: true });
    await find();
    await settle();
    expect(pushed()[0]).toMatchObject({
      title: 'New photos of Maya',
      body: 'New photos from Lanternway Classic',
    });
    expect(pushed()[0]?.image).toBeUndefined();
    testApp.advanceMinutes(21);
    await find(leo);
    await settle();
    expect(JSON.stringify(pushed()[1])).not.toMatch(/Leo|Maya/);
  });

  test('shows the names of many athletes as far as a push service takes them', async () => {
    const { buildAthlete, find, choose, pushed } = await buildParent();
    await find();
    await settle();
    for (let i = 0; i < 12; i++) {
      const athlete = await buildAthlete('名'.repeat(120));
      await choose({ shows_name: true }, athlete);
      await find(athlete);
    }
    testApp.advanceMinutes(21);
    await sendDigests(testApp.context);
    await settle();
    expect(pushed()[1]?.title).toMatch(/^New photos of 名[名, ]+…$/);
  });

  test('shows a watermarked thumbnail for a few hours if the parent chose it', async () => {
    const { album, find, choose, pushed } = await buildParent();
    await choose({ shows_picture: true });
    const imageId = await find();
    await settle();
    const [message] = pushed();
    expect(message?.title).toBe('New photos from Lanternway Classic');
    const { pathname, search } = new URL(message?.image ?? '');
    expect(pathname).toBe(`/api/images/${album.uuid}/${imageId}.thumb`);
    // The letter t stands for watermarked thumbs of the photos that follow.
    expect(search).toMatch(new RegExp(`^\\?auth=[^.]+\\.[^.]+\\.t${imageId}\\.`));
    const open = () => testApp.request({ method: 'GET', url: pathname + search });
    expect(await open()).toMatchObject({ status: 200 });
    testApp.advanceMinutes(4 * 60);
    expect((await open()).status).toBe(403);
  });
});

async function buildMatch(album: Parameters<typeof buildImage>[1], athleteId: number): Promise<number> {
  const { id: imageId } = await buildImage(testApp, album, { files: { thumb: Buffer.from('thumb') } });
  const box = JSON.stringify({ x: 0.1, y: 0.1, width: 0.2, height: 0.2 });
  await testApp.context.db
    .insertInto('athleteMatches')
    .values({ athleteId, imageId, score: 0.9, box, isCloseUp: false, createdAt: new Date() })
    .execute();
  return imageId;
}
