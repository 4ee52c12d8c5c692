import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { taxEndpoints } from '#contract/endpoints/tax.ts';
import {
  buildCoupon,
  changeSettings,
  payOrder,
  placeOrder,
  setCoupon,
} from '#server/testing/order-factories.ts';
import {
  ALBUM_PRICE,
  type Buyer,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { buildPool, fillPool } from '#server/testing/pools.ts';
import { readOrderOf, refundOrder } from '#server/testing/refunds.ts';
import { bookTax } from './book-tax.ts';

const app = await startPayingApp();
beforeAll(() => changeSettings(app, { tax_source: 'stripe' }));

const TAXED = ALBUM_PRICE + 157;
const buyerIn = async (postal_code: string) => {
  const buyer = await buildBuyer(app);
  const { token } = buyer;
  await app.call(taxEndpoints.saveTaxPlace, { token, body: { country: 'US', postal_code } });
  return buyer;
};
const quote = ({ token }: Buyer, albumId: number) =>
  app.call(paymentEndpoints.quotePayment, { token, body: { albumId } });

/** What the provider has recorded for an order: the sale and its reversals, with their amounts. */
async function recordedOf(key: string) {
  const { db } = app.context;
  const { rows } = await sql<{ type: string; amount: number }>`
    select body ->> 'type' as type, (hidden ->> 'amount')::int as amount from sandbox_objects
    where kind = 'tax_transaction' and id in (
      select transaction_id from tax_bookings where order_id = (select id from orders where key = ${key}))
    order by position`.execute(db);
  return rows.map(({ type, amount }) => `${type} ${amount}`);
}

async function countTransactions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sandbox_objects where kind = 'tax_transaction'`.execute(
    app.context.db,
  );
  return rows[0]?.count ?? 0;
}

async function buy(buyer: Buyer) {
  const album = await buildViewedAlbum(app, buyer);
  const { body } = await payForAlbum(app, buyer, album.id, { amount: TAXED });
  return body.order_key;
}

describe('Stripe Tax', () => {
  test('is asked at the quote, and the payment takes the same answer', async () => {
    const buyer = await buyerIn('55401');
    const album = await buildViewedAlbum(app, buyer);
    expect((await quote(buyer, album.id)).body).toMatchObject({
      tax: 157,
      tax_name: 'Minnesota Sales tax',
      total: TAXED,
    });
    // The answer is known by now, so that the payment does not depend on another.
    app.sandbox.faults.untilCleared({ operation: 'tax.calculations.create', kind: 'api_error' });
    expect(await payForAlbum(app, buyer, album.id, { amount: TAXED })).toMatchObject({ status: 200 });
    app.sandbox.faults.clear();
  });

  test('that does not answer sells nothing and says so', async () => {
    const buyer = await buyerIn('55401');
    const album = await buildViewedAlbum(app, buyer);
    app.sandbox.faults.untilCleared({ operation: 'tax.calculations.create', kind: 'api_error' });
    expect(await quote(buyer, album.id)).toMatchObject({ status: 503, error: { code: 'tax_unavailable' } });
    expect(await payForAlbum(app, buyer, album.id, { amount: TAXED })).toMatchObject({
      error: { code: 'tax_unavailable' },
    });
    app.sandbox.faults.clear();
    expect(await payForAlbum(app, buyer, album.id, { amount: TAXED })).toMatchObject({ status: 200 });
  });

  test('records a sale once, however often the booking runs and whichever answer is lost', async () => {
    const key = await buy(await buyerIn('55401'));
    // The process died between the payment and the booking: nothing is recorded yet.
    expect(await recordedOf(key)).toEqual([]);
    await bookTax(app.context).catch(() => undefined);
    const before = await countTransactions();
    await bookTax(app.context);
    expect(await recordedOf(key)).toEqual([`transaction ${TAXED}`]);
    expect(await countTransactions()).toBe(before);

    const other = await buy(await buyerIn('55401'));
    app.sandbox.faults.untilCleared({
      operation: 'tax.transactions.createFromCalculation',
      kind: 'api_error',
      when: 'after',
    });
    await expect(bookTax(app.context)).rejects.toThrow();
    app.sandbox.faults.clear();
    expect(await recordedOf(other)).toEqual([]);
    await bookTax(app.context);
    expect(await recordedOf(other)).toEqual([`transaction ${TAXED}`]);
    expect(await countTransactions()).toBe(before + 1);
  });

  test('takes refunds back by what was refunded, in parts up to the whole', async () => {
    const key = await buy(await buyerIn('55401'));
    await refundOrder(app, key, undefined, 500);
    // The sale comes first, and the refund of a sale that was never recorded waits for it.
    await bookTax(app.context);
    await bookTax(app.context);
    expect(await recordedOf(key)).toEqual([`transaction ${TAXED}`, 'reversal -500']);
    await refundOrder(app, key);
    await Promise.all([bookTax(app.context), bookTax(app.context)]);
    expect(await recordedOf(key)).toEqual([
      `transaction ${TAXED}`,
      'reversal -500',
      `reversal ${500 - TAXED}`,
    ]);
  });

  test('is asked again for a coupon, and keeps the place of the order', async () => {
    const buyer = await buyerIn('78701');
    const album = await buildViewedAlbum(app, buyer);
    const key = await placeOrder(app, buyer, [album.id]);
    expect(await readOrderOf(app, buyer, key)).toMatchObject({ tax: 165, total: 2160 });
    const { token } = buyer;
    await app.call(taxEndpoints.saveTaxPlace, { token, body: { country: 'US', postal_code: '97201' } });
    const { code } = await buildCoupon(app, { percent_off: 20 });
    expect((await setCoupon(app, buyer, key, code)).body).toMatchObject({ tax: 132, total: 1728 });
    expect(await payOrder(app, buyer, key, 1728)).toMatchObject({ status: 200 });
    await bookTax(app.context);
    expect(await recordedOf(key)).toEqual(['transaction 1728']);
  });

  test('records a group order once, when all have paid', async () => {
    const owner = await buyerIn('55401');
    const pool = await buildPool(app, { owner });
    await fillPool(app, pool, [owner, await buildBuyer(app), await buildBuyer(app)]);
    await bookTax(app.context);
    expect(await recordedOf(pool.key)).toEqual([`transaction ${TAXED}`]);
    await refundOrder(app, pool.key);
    await bookTax(app.context);
    const [sale, ...reversals] = await recordedOf(pool.key);
    expect(sale).toBe(`transaction ${TAXED}`);
    expect(reversals).toHaveLength(3);
    expect(reversals.reduce((sum, row) => sum + Number(row.split(' ')[1]), 0)).toBe(-TAXED);
  });
});
