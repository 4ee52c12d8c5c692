import { expect, test } from 'vitest';
import {
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  keepCard,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { booksOfPool, buildPool, readOrder, takeShares } from '#server/testing/pools.ts';
import { reconcilePayments } from './reconcile.ts';

const app = await startPayingApp();

/** All payments so far are of a rehearsal, and the same sandbox stands in for the next provider. */
async function endRehearsal(): Promise<void> {
  const { db, payments } = app.context;
  const mode = payments.mode === 'test' ? 'sandbox' : 'test';
  await db.updateTable('paymentAttempts').set({ mode }).execute();
}

test('a payment that a rehearsal left open is closed without money, and the album can be bought', async () => {
  const buyer = await buildBuyer(app, 'pm_card_authenticationRequired');
  const album = await buildViewedAlbum(app, buyer);
  expect((await payForAlbum(app, buyer, album.id)).body).toMatchObject({ status: 'requires_action' });
  await endRehearsal();
  await reconcilePayments(app.context);
  const { attempts, entries } = await booksOf(app, buyer.id);
  expect(attempts).toMatchObject([{ state: 'failed' }]);
  expect(entries).toEqual([]);
  const paymentMethodId = await keepCard(app, buyer, 'pm_card_visa');
  const paid = await payForAlbum(app, buyer, album.id, { paymentMethodId });
  expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded' } });
});

test('a share that a rehearsal held is free again', async () => {
  const pool = await buildPool(app);
  await takeShares(app, pool.owner, pool, 4);
  await endRehearsal();
  await reconcilePayments(app.context);
  expect((await booksOfPool(app, pool)).attempts).toMatchObject([{ state: 'released' }]);
  expect((await readOrder(app, pool.owner, pool)).pool).toMatchObject({ taken: 0, mine: 0 });
});
