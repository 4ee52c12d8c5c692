import { beforeAll, describe, expect, test } from 'vitest';
import { overviewEndpoints } from '#contract/endpoints/overview.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { inTransaction } from '#server/context.ts';
import { buildAlbum, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import {
  ALBUM_PRICE,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';

const app = await startPayingApp();
beforeAll(() => app.stopClock(12));

const overview = async (role: Role = 'super') => {
  const { token } = await buildUser(app, { role });
  return (await app.call(overviewEndpoints.adminOverview, { token, query: {} })).body;
};

async function report(
  imageId: number,
  { id: albumId, eventId }: TestAlbum,
  { createdAt = app.context.clock.now(), staffFirst = false } = {},
): Promise<void> {
  const { id: userId } = await buildUser(app);
  await app.context.db
    .insertInto('reportedPhotos')
    .values({ imageId, albumId, eventId, userId, type: 'privacy', memo: '', createdAt, staffFirst })
    .execute();
}

describe('the overview', () => {
  test('of a quiet shop is empty', async () => {
    expect(await overview()).toMatchObject({
      reported_photos: { waiting: 0, overdue: 0, decide_by: null },
      unsorted_by_event: { waiting: 0, events: [] },
      chats: { waiting: 0, since: null },
      payments: {
        stuck_payments: 0,
        stuck_refunds: 0,
        open_disputes: 0,
        returned_refunds: 0,
        refused_refunds: 0,
        unbooked: 0,
        evidence_due: { waiting: 0, due_by: null },
        ledger_differs: false,
        cases: [],
      },
      zips: { failed: 0, albums: [] },
      books_differ: false,
      failed_jobs: 0,
      today: { net: 0, orders: 0 },
    });
  });

  test('shows sales only to roles that may see reports', async () => {
    const buyer = await buildBuyer(app);
    await payForAlbum(app, buyer, (await buildViewedAlbum(app, buyer)).id);
    expect((await overview('analyst')).today).toMatchObject({ net: ALBUM_PRICE, orders: 1 });
    expect(await overview('customer_support')).toMatchObject({ today: null, chats: { waiting: 0 } });
  });

  test('counts a photo with two reports once and shows its deadline', async () => {
    const album = await buildAlbum(app);
    const image = await buildImage(app, album);
    const first = new Date(app.context.clock.now().getTime() - 47 * 3_600_000);
    await report(image.id, album, { createdAt: first });
    await report(image.id, album);
    const reported = (await overview()).reported_photos;
    expect(reported).toMatchObject({ waiting: 1, overdue: 0 });
    expect(Date.parse(reported?.decide_by ?? '')).toBe(first.getTime() + 48 * 3_600_000);
    app.advanceMinutes(2 * 60);
    expect((await overview()).reported_photos).toMatchObject({ waiting: 1, overdue: 1 });
  });

  test('gives a privacy report whose photo is still visible four hours', async () => {
    const album = await buildAlbum(app);
    const { id: imageId } = await buildImage(app, album);
    const { waiting, overdue } = (await overview()).reported_photos ?? { waiting: 0, overdue: 0 };
    await report(imageId, album, { staffFirst: true });
    expect((await overview()).reported_photos).toMatchObject({ waiting: waiting + 1, overdue });
    app.advanceMinutes(4 * 60 + 1);
    expect((await overview()).reported_photos).toMatchObject({ waiting: waiting + 1, overdue: overdue + 1 });
  });

  test('names events with unfiled photos', async () => {
    const album = await buildAlbum(app);
    for (let i = 0; i < 3; i++) await buildImage(app, album, { albumId: null, doubt: 'no_time' });
    expect((await overview()).unsorted_by_event).toMatchObject({
      waiting: 3,
      events: [{ event: album.eventId, waiting: 3 }],
    });
  });

  test('lists payments with an unknown outcome', async () => {
    const buyer = await buildBuyer(app);
    // The news of the payment would settle it again.
    app.sandbox.webhooks.pause();
    await payForAlbum(app, buyer, (await buildViewedAlbum(app, buyer)).id);
    await inTransaction(app.context, ({ db }) =>
      db
        .updateTable('paymentAttempts')
        .set({ state: 'processing', settledAt: null })
        .where('userId', '=', buyer.id)
        .execute(),
    );
    expect((await overview()).payments).toMatchObject({ stuck_payments: 0 });
    app.advanceMinutes(31);
    expect((await overview()).payments).toMatchObject({
      stuck_payments: 1,
      cases: [{ trouble: 'payment', customer: buyer.id, amount: ALBUM_PRICE }],
    });
    const recorded = app.context.db
      .selectFrom('auditLog')
      .innerJoin('users', 'users.id', 'actorId')
      .select('role')
      .where('subject', '=', 'users:overview');
    await overview('finance');
    expect(await recorded.execute()).toEqual([{ role: 'super' }]);
  });
});

test('an unknown time zone is refused', async () => {
  const { token } = await buildUser(app, { role: 'super' });
  const query = { time_zone: 'Nowhere/Land' };
  expect(await app.call(overviewEndpoints.adminOverview, { token, query })).toMatchObject({ status: 400 });
});
