import { expect, test } from 'vitest';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { nextMessage } from '#server/testing/factories.ts';
import { ALBUM_PRICE, type Buyer, buildBuyer, startPayingApp } from '#server/testing/paying-app.ts';
import {
  booksOfPool,
  buildPool,
  expectNobodyPaid,
  fillPool,
  priceOf,
  readOrder,
  takeShares,
  untilOrderIs,
  untilReleased,
} from '#server/testing/pools.ts';
import { withdrawAlbum } from './end-pool.ts';

const app = await startPayingApp();

const unpublish = (albumId: number) =>
  app.context.db.updateTable('albums').set({ publishedAt: null }).where('id', '=', albumId).execute();
const threePeople = async (): Promise<[Buyer, Buyer, Buyer]> => [
  await buildBuyer(app),
  await buildBuyer(app),
  await buildBuyer(app),
];

test('the next member of a pool learns that an album is gone; holds are released and the rest is shared', async () => {
  const people = await threePeople();
  const [owner, second, third] = people;
  const pool = await buildPool(app, { owner, albums: 2 });
  await takeShares(app, second, pool, 3);
  const [gone = 0, left = 0] = pool.albumIds;
  await unpublish(gone);
  expect(await takeShares(app, third, pool, 2)).toMatchObject({
    status: 409,
    error: { code: 'order_changed', details: { amount: ALBUM_PRICE, left_out: [{ album: gone }] } },
  });
  await untilReleased(app, pool);
  await expectNobodyPaid(app, pool);
  const message = await nextMessage(app, second.email, /group order/);
  expect(message.text).toContain('Star Athletics Comets, Senior 4 is no longer for sale');
  expect(message.text).toContain('You weren’t charged.');
  const order = await readOrder(app, owner, pool);
  expect(order).toMatchObject({ status: 'open', total: ALBUM_PRICE, pool: { phase: 'filling', taken: 0 } });
  expect(order.pool?.shares_left[0]).toBe(priceOf(1));
  expect(await fillPool(app, { ...pool, totalCents: ALBUM_PRICE }, people)).toMatchObject({ status: 'paid' });
  const { entitlements } = await booksOfPool(app, pool);
  expect(new Set(entitlements.map(({ albumId }) => albumId))).toEqual(new Set([left]));
});

test('a pool that fills after its only album is gone charges nobody and ends', async () => {
  const [owner, second] = await threePeople();
  const pool = await buildPool(app, { owner });
  await takeShares(app, second, pool, 6);
  const last = await buildBuyer(app, 'pm_card_threeDSecure2Required');
  const { body } = await takeShares(app, last, pool, 1);
  await unpublish(pool.albumIds[0] ?? 0);
  await fetch(body.next_action_url ?? '', { method: 'POST', body: 'outcome=complete', redirect: 'manual' });
  await app.call(paymentEndpoints.refreshPayment, { token: last.token, params: { id: body.id } });
  await untilOrderIs(app, pool, 'cancelled');
  await untilReleased(app, pool);
  await expectNobodyPaid(app, pool);
  expect(await readOrder(app, owner, pool)).toMatchObject({
    items: [],
    left_out: [{ reason: 'not_for_sale' }],
    pool: { phase: 'released' },
  });
  expect((await nextMessage(app, second.email, /ended/)).text).toContain('no longer for sale');
});

test('an unpublished album leaves pools that nobody joins any more', async () => {
  const [owner, second] = await threePeople();
  const pool = await buildPool(app, { owner });
  await takeShares(app, second, pool, 2);
  const [gone = 0] = pool.albumIds;
  await unpublish(gone);
  await withdrawAlbum(app.context, gone);
  await withdrawAlbum(app.context, gone);
  await untilReleased(app, pool);
  await expectNobodyPaid(app, pool);
  expect(await readOrder(app, owner, pool)).toMatchObject({ status: 'cancelled', total: 0 });
});

test("after all of it the ledger equals the provider's balance", async () => {
  expect(await findLedgerDifferences(app.context, -5)).toEqual([]);
});
