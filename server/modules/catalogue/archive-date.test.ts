import { beforeAll, describe, expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { inTransaction } from '#server/context.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { buildHolding } from '#server/testing/held-albums.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { archiveDueEvents } from './edit-event.ts';

const testApp = shareTestApp();
const DAY_MS = 86_400_000;
let staff: TestUser;

beforeAll(async () => {
  staff = await buildUser(testApp, { role: 'customer_support' });
});

/** A day in UTC, counted from today. */
function day(offset: number): string {
  return new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
}

async function buildSoldUntil(archiveDate: string) {
  const event = await buildEvent(testApp, { startDate: day(-30), timeZone: 'UTC', archiveDate });
  return buildAlbum(testApp, { eventId: event.id });
}

async function setArchiveDate(eventId: number, archiveDate: string | null) {
  await testApp.context.db.updateTable('events').set({ archiveDate }).where('id', '=', eventId).execute();
}

function find({ token }: TestUser, album: { id: number; eventId: number }) {
  return testApp.call(foundAlbumEndpoints.findAlbum, {
    token,
    body: { album: album.id, event: album.eventId },
  });
}

async function view(user: TestUser, album: { id: number }) {
  const { id } = await testApp.context.db
    .selectFrom('userFoundAlbums')
    .select('id')
    .where('userId', '=', user.id)
    .where('albumId', '=', album.id)
    .executeTakeFirstOrThrow();
  return testApp.call(foundAlbumEndpoints.viewAlbum, { token: user.token, params: { id } });
}

function edit(id: number, body: { archive_date?: string | null; archived?: boolean; start_date?: string }) {
  return testApp.call(catalogueEndpoints.updateEvent, { token: staff.token, params: { id }, body });
}

describe('after the archive date', () => {
  test('nothing of the event is sold, and carts and checkout leave it out', async () => {
    const user = await buildUser(testApp);
    const album = await buildSoldUntil(day(0));
    const other = await buildAlbum(testApp);
    for (const one of [album, other]) await buildHolding(testApp, user, one, { viewsUsed: 1 });
    const add = (id: number) =>
      testApp.call(orderEndpoints.addCartItem, { token: user.token, body: { album: id } });
    expect(await add(other.id)).toMatchObject({ status: 200 });
    const { status, body: cart } = await add(album.id);
    expect(status).toBe(200);
    await setArchiveDate(album.eventId, day(-1));
    const late = await buildUser(testApp);
    await buildHolding(testApp, late, album, { viewsUsed: 1 });
    expect(
      await testApp.call(orderEndpoints.addCartItem, { token: late.token, body: { album: album.id } }),
    ).toMatchObject({ status: 409, error: { code: 'not_for_sale' } });
    const checkedOut = await testApp.call(orderEndpoints.checkOut, {
      token: user.token,
      body: { id: cart.id },
    });
    const order = await testApp.call(orderEndpoints.getOrder, {
      token: user.token,
      params: { id: checkedOut.body.data.key },
    });
    expect(order.body).toMatchObject({
      items: [{ album: { id: other.id } }],
      left_out: [{ album: album.id, reason: 'not_for_sale' }],
    });
  });

  test('nobody opens its albums for the first time, earlier viewers and staff still do', async () => {
    const [stranger, holder, viewer] = [
      await buildUser(testApp),
      await buildUser(testApp),
      await buildUser(testApp),
    ];
    const album = await buildSoldUntil(day(-1));
    await buildHolding(testApp, holder, album);
    await buildHolding(testApp, viewer, album, { viewsUsed: 1 });
    expect(await find(stranger, album)).toMatchObject({ status: 200, body: { event: { archived: true } } });
    expect(await view(stranger, album)).toMatchObject({ status: 409, error: { code: 'event_archived' } });
    expect(await view(holder, album)).toMatchObject({ status: 409, error: { code: 'event_archived' } });
    expect(await view(viewer, album)).toMatchObject({ status: 200 });
    expect(await find(staff, album)).toMatchObject({ status: 200, body: { event: { archived: true } } });
    expect(await view(staff, album)).toMatchObject({ status: 200 });
  });

  test('owners still open and download what they bought', async () => {
    const owner = await buildUser(testApp);
    const album = await buildSoldUntil(day(-1));
    const { id } = await buildEntitlement(testApp, owner, album);
    expect(await find(owner, album)).toMatchObject({ status: 200, body: { owned: true } });
    expect(await view(owner, album)).toMatchObject({ status: 200 });
    const download = await testApp.call(downloadEndpoints.downloadAlbum, {
      token: owner.token,
      params: { id },
    });
    expect(download.status).toBe(200);
  });

  test('a job archives the event once, and it can be restored', async () => {
    const { context } = testApp;
    const { eventId } = await buildSoldUntil(day(-1));
    const { eventId: openId } = await buildSoldUntil(day(0));
    await Promise.all([1, 2].map(() => inTransaction(context, archiveDueEvents)));
    const events = await context.db
      .selectFrom('events')
      .select('archived')
      .where('id', 'in', [eventId, openId])
      .orderBy('id')
      .execute();
    expect(events).toEqual([{ archived: true }, { archived: false }]);
    const steps = await context.db
      .selectFrom('auditLog')
      .select('action')
      .where('subject', '=', `event:${eventId}`)
      .execute();
    expect(steps).toEqual([{ action: 'event.archive' }]);
    expect((await edit(eventId, { archived: false })).body).toMatchObject({
      archived: false,
      archive_date: null,
    });
  });
});

describe('the archive date', () => {
  test('is a day by the calendar of the event, shown to everybody', async () => {
    const { eventId } = await buildSoldUntil(day(0));
    const { body } = await testApp.call(catalogueEndpoints.getEvent, { params: { id: eventId } });
    expect(body).toMatchObject({ archived: false, archive_date: day(0) });
    // On this island a day ends while the day before goes on in UTC, or the other way round.
    const isAhead = new Date().getUTCHours() >= 10;
    await testApp.context.db
      .updateTable('events')
      .set({ timeZone: isAhead ? 'Pacific/Kiritimati' : 'Etc/GMT+12', archiveDate: day(isAhead ? 0 : -1) })
      .where('id', '=', eventId)
      .execute();
    const moved = await testApp.call(catalogueEndpoints.getEvent, { params: { id: eventId } });
    expect(moved.body.archived).toBe(isAhead);
  });

  test('is not over when it is set, and not before the last day of the event', async () => {
    const { eventId } = await buildSoldUntil(day(3));
    expect(await edit(eventId, { archive_date: day(5) })).toMatchObject({
      status: 200,
      body: { archive_date: day(5) },
    });
    const refusal = { status: 400, error: { details: [{ path: 'archive_date' }] } };
    expect(await edit(eventId, { archive_date: day(-2) })).toMatchObject(refusal);
    expect(await edit(eventId, { start_date: day(8) })).toMatchObject(refusal);
    expect(await edit(eventId, { archive_date: null })).toMatchObject({
      status: 200,
      body: { archive_date: null },
    });
  });
});
