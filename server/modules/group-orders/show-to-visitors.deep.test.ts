import { describe, expect, test } from 'vitest';
import { arrivingEndpoints } from '#contract/endpoints/arriving.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { freshDevice } from '#server/testing/devices.ts';
import { buildUser, freshIp } from '#server/testing/factories.ts';
import { buildBuyer, sharePayingApp } from '#server/testing/paying-app.ts';
import { buildPool, fillPool, takeShares, untilOrderIs } from '#server/testing/pools.ts';

const app = await sharePayingApp();
const visit = (key: string, { ip = freshIp(), device = freshDevice(app) } = {}) =>
  app.call(arrivingEndpoints.visitPool, { params: { key }, ip, device });

describe('a visitor with the link to a pool', () => {
  test('sees what it is about, and nothing about people but the first name of its owner', async () => {
    const pool = await buildPool(app);
    const member = await buildBuyer(app);
    await takeShares(app, member, pool, 3);
    const [albumId = 0] = pool.albumIds;
    const { db } = app.context;
    await db.updateTable('users').set({ firstName: 'Uma' }).where('id', '=', pool.owner.id).execute();
    await db.updateTable('users').set({ firstName: 'Quentin' }).where('id', '=', member.id).execute();
    const album = await db
      .selectFrom('albums')
      .select(['id', 'uuid', 'eventId'])
      .where('id', '=', albumId)
      .executeTakeFirstOrThrow();
    const { uuid } = album;
    const image = await buildImage(app, album);
    const { status, body } = await visit(pool.key);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'open',
      owner_first_name: 'Uma',
      title: 'Star Athletics Comets',
      albums: 1,
      album: { uuid, team: 'Star Athletics Comets', cover: [{ id: image.id }] },
      shares: 7,
      shares_left: 4,
      share_price: 285,
    });
    expect(Date.parse(body.deadline ?? '')).toBeGreaterThan(app.context.clock.now().getTime());
    const text = JSON.stringify(body);
    for (const secret of [pool.owner.email, member.email, 'Quentin', pool.owner.lastName]) {
      expect(text).not.toContain(secret);
    }
    const sizes = ['thumb', 'preview'].map(
      (size) => `/api/images/${uuid}/${image.id}.${size}?auth=${body.album?.cover_auth}`,
    );
    const statuses = [];
    for (const url of sizes) statuses.push((await app.request({ url })).status);
    expect(statuses).toEqual([200, 403]);
  });

  test('reads that it is full, that it ended, or that it was canceled', async () => {
    const [full, ended, canceled] = [await buildPool(app), await buildPool(app), await buildPool(app)];
    await fillPool(app, full, [await buildBuyer(app), await buildBuyer(app), await buildBuyer(app)]);
    await untilOrderIs(app, full, 'paid');
    await app.call(orderEndpoints.cancelOrder, { token: canceled.owner.token, params: { id: canceled.key } });
    const closed = { album: null, shares_left: 0, share_price: null, deadline: null };
    expect((await visit(full.key)).body).toMatchObject({ state: 'full', ...closed });
    expect((await visit(canceled.key)).body).toMatchObject({ state: 'canceled', ...closed });
    // Nothing closes the pool in this test but its deadline.
    await app.context.db
      .updateTable('pools')
      .set({ deadline: new Date(app.context.clock.now().getTime() - 1000) })
      .where('orderId', '=', ended.orderId)
      .execute();
    expect((await visit(ended.key)).body).toMatchObject({ state: 'ended', ...closed });
  });

  test('sees no cover of an album that is not published any more', async () => {
    const pool = await buildPool(app, { albums: 1 });
    const staff = await buildUser(app, { role: 'super' });
    await app.call(catalogueEndpoints.updateAlbum, {
      token: staff.token,
      params: { id: pool.albumIds[0] ?? 0 },
      body: { published: false },
    });
    expect((await visit(pool.key)).body).toMatchObject({ album: null, photos: 0 });
  });

  test('learns nothing about an order that is not shared, and nothing by guessing', async () => {
    const pool = await buildPool(app);
    await app.call(orderEndpoints.updateOrder, {
      token: pool.owner.token,
      params: { id: pool.key },
      body: { is_pool: false },
    });
    const [unshared, unknown] = [await visit(pool.key), await visit('x'.repeat(32))];
    expect(unshared).toMatchObject({ status: 404, error: { code: 'not_found' } });
    expect(unshared.error.message).toBe(unknown.error.message);
    const device = freshDevice(app);
    for (let i = 0; i < 60; i++) expect((await visit('y'.repeat(32), { device })).status).toBe(404);
    expect((await visit('y'.repeat(32), { device })).status).toBe(429);
  });

  test('does not read an advertisement in the place of a name', async () => {
    const pool = await buildPool(app);
    const firstName = 'Visit cheap-pills.test now';
    await app.context.db.updateTable('users').set({ firstName }).where('id', '=', pool.owner.id).execute();
    expect((await visit(pool.key)).body.owner_first_name).toBeNull();
  });
});
