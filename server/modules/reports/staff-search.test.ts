import { describe, expect, test } from 'vitest';
import { staffSearchEndpoints } from '#contract/endpoints/overview.ts';
import { ROLES, type Role, roleCan } from '#contract/rules/permissions.ts';
import { deleteAccount } from '#server/modules/privacy/delete-account.ts';
import { buildAlbum, buildEvent, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, TEST_PASSWORD } from '#server/testing/factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { customerActor } from '#server/testing/paying-app.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const app = startTestApp();

async function search(q: string, role: Role = 'customer_support') {
  const { token } = await buildUser(app, { role });
  return app.call(staffSearchEndpoints.searchAsStaff, { token, query: { q } });
}
const titles = async (q: string, role?: Role) =>
  (await search(q, role)).body.found.map(({ kind, title }) => `${kind} ${title}`);

describe('the search of staff', () => {
  test('whole words come first, and letters without accents find those with accents', async () => {
    const event = await buildEvent(app, { name: 'Írisz Classic' });
    for (const teamName of ['Squad 1', 'Squad 15', 'Squad 150']) {
      await buildAlbum(app, { eventId: event.id, programName: 'Írisz', teamName });
    }
    expect(await titles('irisz squad 1')).toEqual([
      'album Írisz Squad 1',
      'album Írisz Squad 150',
      'album Írisz Squad 15',
    ]);
    expect(await titles('IRISZ classic')).toContain('event Írisz Classic');
  });

  test('finds albums, events, users and orders by every word, whatever its case', async () => {
    const event = await buildEvent(app, { name: 'Zebra Finals', city: 'Reno' });
    const album = await buildAlbum(app, { eventId: event.id, programName: 'Zebra Gym', teamName: 'Onyx' });
    const buyer = await buildUser(app, { firstName: 'Zebra' });
    const { orderKey } = await buildEntitlement(app, buyer, album);
    const order = await app.context.db
      .selectFrom('orders')
      .select('id')
      .where('key', '=', orderKey)
      .executeTakeFirstOrThrow();
    expect(await titles('zEBRA')).toEqual([
      'event Zebra Finals',
      'album Zebra Gym Onyx',
      'user Zebra Customer',
    ]);
    expect(await titles('zebra onyx')).toEqual(['album Zebra Gym Onyx']);
    expect(await titles('zebra reno')).toEqual(['event Zebra Finals', 'album Zebra Gym Onyx']);
    const { body } = await search(`#${order.id}`);
    expect(body.found).toContainEqual(
      expect.objectContaining({ kind: 'order', id: order.id, parent: buyer.id, title: `Order ${order.id}` }),
    );
    expect((await search(orderKey)).body.found).toMatchObject([{ kind: 'order', id: order.id }]);
    const recorded = app.context.db
      .selectFrom('auditLog')
      .select('after')
      .where('action', '=', 'users.list')
      .orderBy('id');
    expect(await recorded.execute()).toEqual(
      ['zEBRA', `#${order.id}`, orderKey].map((q) => ({ after: { filter: { q }, start: 0, rows: 1 } })),
    );
    expect((await search(album.identifier)).status).toBe(200);
  });

  test('finds names without their accents, and with them', async () => {
    const event = await buildEvent(app, { name: 'Época Dorada', city: 'Cañon City' });
    await buildAlbum(app, { eventId: event.id, programName: 'Élan Zürich', teamName: 'Ñandú' });
    await buildUser(app, { firstName: 'Íñigo' });
    for (const q of ['elan', 'Élan', 'zurich nandu', 'ELAN epoca'])
      expect(await titles(q), q).toEqual(['album Élan Zürich Ñandú']);
    expect(await titles('dorada canon')).toEqual(['event Época Dorada', 'album Élan Zürich Ñandú']);
    expect(await titles('inigo')).toEqual(['user Íñigo Customer']);
  });

  test('is closed to customers and visitors', async () => {
    expect((await search('zebra', 'authenticated')).status).toBe(403);
    const visitor = await app.call(staffSearchEndpoints.searchAsStaff, { query: { q: 'zebra' } });
    expect(visitor.status).toBe(401);
  });

  test('does not find deleted accounts, and signs in the text have no meaning', async () => {
    const gone = await buildUser(app, { firstName: 'Walrus' });
    expect(await titles('walrus')).toEqual(['user Walrus Customer']);
    await deleteAccount(app.context, customerActor(gone), { password: TEST_PASSWORD });
    expect(await titles('deleted')).toEqual([]);
    expect(await titles('walrus')).toEqual([]);
    for (const q of ['%%', '__', '\\', "'; drop", '', 'a', '#99999999999', '999999999']) {
      expect((await search(q)).status).toBe(200);
      expect(await titles(q)).toEqual([]);
    }
    expect((await search('x'.repeat(101))).status).toBe(400);
  });

  test('names at most six of a kind', async () => {
    for (let number = 0; number < 8; number++) await buildEvent(app, { name: `Heron ${number}` });
    expect(await titles('heron')).toHaveLength(6);
  });
});

test('each role gets the queues it may work on, with the counts of the overview', async () => {
  const event = await buildEvent(app);
  const album = await buildAlbum(app, { eventId: event.id });
  const image = await buildImage(app, album, { albumId: null });
  const reported = await buildImage(app, album);
  const place = { imageId: reported.id, albumId: album.id, eventId: event.id };
  await app.context.db
    .insertInto('reportedPhotos')
    .values({ ...place, userId: (await buildUser(app)).id, type: 'privacy', memo: '' })
    .execute();
  for (const role of ROLES) {
    const { token } = await buildUser(app, { role });
    const { status, body } = await app.call(staffSearchEndpoints.countQueues, { token });
    if (role === 'authenticated') expect(status).toBe(403);
    else {
      expect(body).toEqual({
        unsorted_photos: roleCan(role, 'admin_albums') ? 1 : null,
        reported_photos: roleCan(role, 'admin_report_photo_review') ? 1 : null,
        cover_requests: roleCan(role, 'admin_report_photo_review') ? 0 : null,
        conversations: roleCan(role, 'customers') ? 0 : null,
        failed_jobs: roleCan(role, 'settings') ? 0 : null,
        refunds_to_approve: roleCan(role, 'customers') ? 0 : null,
        payment_cases: roleCan(role, 'customers') ? 0 : null,
      });
    }
  }
  await app.context.db.updateTable('images').set({ albumId: album.id }).where('id', '=', image.id).execute();
  const { token } = await buildUser(app, { role: 'analyst' });
  const { body } = await app.call(staffSearchEndpoints.countQueues, { token });
  expect(body.unsorted_photos).toBe(0);
});
