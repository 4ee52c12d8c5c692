import { beforeAll, describe, expect, test } from 'vitest';
import { favoriteEndpoints } from '#contract/endpoints/found-albums.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { reminderEndpoints } from '#contract/endpoints/reminders.ts';
import { inTransaction } from '#server/context.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { buildAlbum, buildEvent, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, nextMessage, type TestUser } from '#server/testing/factories.ts';
import { buildHolding } from '#server/testing/held-albums.ts';
import { changeSettings } from '#server/testing/order-factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { planSaleMail, planSaleMails } from './plan-sale-mails.ts';
import { sendSaleMail } from './send-sale-mail.ts';

const testApp = startTestApp();
const HOURS_48 = 48 * 60;
const DAY_MS = 86_400_000;
const running = new AbortController().signal;
let analyst: TestUser;

beforeAll(async () => {
  analyst = await buildUser(testApp, { role: 'analyst' });
});

async function buildPhotos(user: TestUser, photos = 1, fields: Parameters<typeof buildEvent>[1] = {}) {
  const event = await buildEvent(testApp, fields);
  const album = await buildAlbum(testApp, { eventId: event.id });
  const images: number[] = [];
  for (let i = 0; i < photos; i++) images.push((await buildImage(testApp, album)).id);
  await buildHolding(testApp, user, album, { viewsUsed: 1 });
  return { event, album, images };
}

async function mark({ token }: TestUser, add: number[]): Promise<void> {
  const answer = await testApp.call(favoriteEndpoints.changeFavorites, { token, body: { add } });
  expect(answer).toMatchObject({ status: 200, body: { refused: [], left_out: [] } });
}

/** Makes a customer who marked favorites at one event two days ago. */
async function buildUndecided(photos = 1) {
  const user = await buildUser(testApp);
  const chosen = await buildPhotos(user, photos);
  await mark(user, chosen.images);
  await touchAgo(user, HOURS_48 + 1);
  return { user, ...chosen };
}

/** Moves the favorites of a customer into the past, because the clock of the test is shared. */
async function touchAgo({ id }: TestUser, minutes: number): Promise<void> {
  const createdAt = new Date(testApp.context.clock.now().getTime() - minutes * 60_000);
  await testApp.context.db.updateTable('favorites').set({ createdAt }).where('userId', '=', id).execute();
}

const plan = () => planSaleMails(testApp.context, running);

function mailsOf({ id }: TestUser) {
  return testApp.context.db
    .selectFrom('saleMails')
    .selectAll()
    .where('userId', '=', id)
    .orderBy('id')
    .execute();
}

async function messagesTo({ email }: TestUser) {
  return (await listOutbox(testApp.context.db, email)).filter(({ subject }) => /photos from/.test(subject));
}

async function sentMail(user: TestUser, matching = /photos from/) {
  const message = await nextMessage(testApp, user.email, matching);
  const mail = await eventually(
    async () => (await mailsOf(user)).find(({ sentAt }) => sentAt !== null),
    'a sent mail',
  );
  return { message, mail, token: /[?&]mail=([\w.-]+)/.exec(message.text)?.[1] ?? '' };
}

describe('a reminder', () => {
  test('waits 48 hours, names the event and no person, and can be stopped by one click', async () => {
    const { user, event, images } = await buildUndecided(3);
    await touchAgo(user, HOURS_48 - 1);
    await plan();
    expect(await mailsOf(user)).toEqual([]);
    await touchAgo(user, HOURS_48 + 1);
    await plan();
    const { message } = await sentMail(user);
    expect(message.subject).toBe(`Your photos from ${event.name} are waiting`);
    expect(message.text).toContain('Star Athletics Comets: 3 favorites');
    expect(message.html).toContain('Star Athletics Comets');
    expect(message.text).toMatch(/\/user-album\/\d+\?mail=[\w.-]+&login=/);
    const headers = message.headers as Record<string, string>;
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const oneClick = new URL(/<(.*)>/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '').pathname;
    const stopped = await testApp.request({
      method: 'POST',
      url: oneClick,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(stopped.status).toBe(200);
    const next = await buildPhotos(user);
    await mark(user, next.images);
    await testApp.context.db.deleteFrom('saleMails').where('userId', '=', user.id).execute();
    await touchAgo(user, HOURS_48 + 1);
    await plan();
    expect(await mailsOf(user)).toEqual([]);
    expect(images).toHaveLength(3);
  });

  test('is sent once, by however many workers, repeated jobs and crashes', async () => {
    const { context } = testApp;
    const { user, event } = await buildUndecided();
    const addressee = { userId: user.id, eventId: event.id, kind: 'reminder' as const };
    await Promise.all([
      plan(),
      plan(),
      ...[1, 2, 3].map(() => inTransaction(context, (tx) => planSaleMail(tx, addressee))),
    ]);
    const { mail } = await sentMail(user);
    // The process died after the mail had left and before that was written down.
    await context.db.updateTable('saleMails').set({ sentAt: null }).where('id', '=', mail.id).execute();
    await Promise.all([1, 2, 3].map(() => sendSaleMail(context, mail.id)));
    await plan();
    expect(await mailsOf(user)).toHaveLength(1);
    expect(await messagesTo(user)).toHaveLength(1);
  });

  test.each(['a cart', 'an unpaid order'])(
    'of %s comes once per event, and one event a day',
    async (kind) => {
      const user = await buildUser(testApp);
      const [one, other] = [await buildPhotos(user), await buildPhotos(user)];
      let cartId = 0;
      for (const { album } of [one, other]) {
        const call = { token: user.token, body: { album: album.id } };
        cartId = (await testApp.call(orderEndpoints.addCartItem, call)).body.id;
      }
      if (kind === 'an unpaid order')
        await testApp.call(orderEndpoints.checkOut, { token: user.token, body: { id: cartId } });
      await plan();
      expect(await mailsOf(user)).toEqual([]);
      testApp.advanceMinutes(HOURS_48 + 1);
      await plan();
      expect(await mailsOf(user)).toHaveLength(1);
      await plan();
      expect(await mailsOf(user)).toHaveLength(1);
      testApp.advanceMinutes(24 * 60 + 1);
      await plan();
      const mails = await mailsOf(user);
      expect(mails.map(({ eventId }) => eventId).sort()).toEqual([one.event.id, other.event.id].sort());
      testApp.advanceMinutes(24 * 60 + 1);
      await plan();
      expect(await mailsOf(user)).toHaveLength(2);
    },
  );

  test.each<[string, (context: Awaited<ReturnType<typeof buildUndecided>>) => Promise<unknown>]>([
    ['bought the photos', ({ user, album }) => buildEntitlement(testApp, user, album)],
    [
      'bought them one by one',
      async ({ user, album, images }) => {
        for (const imageId of images) await buildEntitlement(testApp, user, album, { imageId });
      },
    ],
    ['is suspended', ({ user }) => setUser(user, { suspendedAt: new Date() })],
    [
      'cannot see them any more',
      ({ album }) =>
        testApp.context.db
          .updateTable('albums')
          .set({ publishedAt: null })
          .where('id', '=', album.id)
          .execute(),
    ],
    [
      'can buy nothing of the event any more',
      ({ event }) =>
        testApp.context.db.updateTable('events').set({ archived: true }).where('id', '=', event.id).execute(),
    ],
    [
      'marked photos that were hidden',
      ({ album }) =>
        testApp.context.db
          .updateTable('images')
          .set({ hiddenAt: new Date() })
          .where('albumId', '=', album.id)
          .execute(),
    ],
    ['marked them weeks ago', ({ user }) => touchAgo(user, 15 * 24 * 60)],
  ])('is not planned for a customer who %s', async (_what, change) => {
    const undecided = await buildUndecided();
    await change(undecided);
    await plan();
    expect(await mailsOf(undecided.user)).toEqual([]);
  });

  test('that became untrue before it was sent is dropped and not counted', async () => {
    const { context } = testApp;
    const { user, album, event } = await buildUndecided();
    const { id } = await context.db
      .insertInto('saleMails')
      .values({ userId: user.id, eventId: event.id, kind: 'reminder', createdAt: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await buildEntitlement(testApp, user, album);
    await sendSaleMail(context, id);
    expect(await messagesTo(user)).toEqual([]);
    expect(await mailsOf(user)).toMatchObject([{ sentAt: null, droppedAt: expect.anything() }]);
  });

  test('is not sent while the setting is off', async () => {
    await changeSettings(testApp, { reminder_mails: false });
    const { user } = await buildUndecided();
    await plan();
    expect(await mailsOf(user)).toEqual([]);
    await changeSettings(testApp, { reminder_mails: true });
  });
});

async function setUser({ id }: TestUser, fields: { suspendedAt: Date }): Promise<void> {
  await testApp.context.db.updateTable('users').set(fields).where('id', '=', id).execute();
}

describe('a "last days" mail', () => {
  const day = (offset: number) =>
    new Date(testApp.context.clock.now().getTime() + offset * DAY_MS).toISOString().slice(0, 10);

  test('goes once to who found albums and bought nothing, in the days before the archive date', async () => {
    const [finder, buyer, early] = [
      await buildUser(testApp),
      await buildUser(testApp),
      await buildUser(testApp),
    ];
    const { album, event } = await buildPhotos(finder, 1, {
      name: 'Autumn Open',
      timeZone: 'UTC',
      archiveDate: day(7),
    });
    await buildHolding(testApp, buyer, album, { viewsUsed: 1 });
    await buildEntitlement(testApp, buyer, album);
    await buildPhotos(early, 1, { timeZone: 'UTC', archiveDate: day(9) });
    await plan();
    await plan();
    const { message } = await sentMail(finder);
    expect(message.subject).toBe('Last days for photos from Autumn Open');
    expect(message.text).toContain('You can get them until');
    expect(await mailsOf(finder)).toMatchObject([{ kind: 'last_days', eventId: event.id }]);
    expect(await mailsOf(buyer)).toEqual([]);
    expect(await mailsOf(early)).toEqual([]);
  });
});

describe('the totals', () => {
  const open = (token: string) => testApp.call(reminderEndpoints.openSaleMail, { body: { token } });
  const totalsOf = async (eventId: number) =>
    (await testApp.call(reminderEndpoints.saleMailReport, { token: analyst.token })).body.find(
      ({ event }) => event === eventId,
    );

  test('count a click once, and neither a fetched page nor a forged link', async () => {
    const { user, event } = await buildUndecided();
    await plan();
    const { token, mail } = await sentMail(user);
    await testApp.request({ method: 'GET', url: `/events/${event.id}?mail=${token}` });
    await testApp.request({ method: 'HEAD', url: `/events/${event.id}?mail=${token}` });
    expect(await open(`${mail.id.toString(36)}.zzzzzzz.${'a'.repeat(32)}`)).toMatchObject({ status: 200 });
    expect(await totalsOf(event.id)).toMatchObject({ kind: 'reminder', sent: 1, opened: 0, bought: 0 });
    expect(await open(token)).toMatchObject({ status: 200 });
    const { openedAt } = (await mailsOf(user))[0] ?? {};
    await open(token);
    expect((await mailsOf(user))[0]?.openedAt).toEqual(openedAt);
    expect(await totalsOf(event.id)).toMatchObject({ sent: 1, opened: 1 });
  });

  test('count a purchase of what the mail named within 14 days, with its revenue', async () => {
    const { db } = testApp.context;
    const { user, event, album, images } = await buildUndecided();
    await plan();
    const { mail } = await sentMail(user);
    const other = await buildAlbum(testApp, { eventId: event.id });
    await buildEntitlement(testApp, user, other);
    expect(await totalsOf(event.id)).toMatchObject({ sent: 1, bought: 0, revenue: 0 });
    const { orderLineId } = await buildEntitlement(testApp, user, album, { imageId: images[0] ?? 0 });
    const pay = (days: number) =>
      db
        .updateTable('orders')
        .set({ paidAt: new Date(Date.parse(mail.sentAt ?? '') + days * DAY_MS) })
        .where('id', '=', (eb) => eb.selectFrom('orderLines').select('orderId').where('id', '=', orderLineId))
        .execute();
    await pay(15);
    expect(await totalsOf(event.id)).toMatchObject({ bought: 0 });
    await pay(13);
    expect(await totalsOf(event.id)).toMatchObject({ sent: 1, bought: 1 });
    await pay(-1);
    expect(await totalsOf(event.id)).toMatchObject({ bought: 0 });
  });
});
