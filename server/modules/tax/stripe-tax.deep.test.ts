import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { taxEndpoints } from '#contract/endpoints/tax.ts';
import { saveProviderDispute, syncDispute } from '#server/modules/after-sale/disputes.ts';
import { type Payments, PaymentUnknown } from '#server/platform/payments/payment-types.ts';
import { buildUser } from '#server/testing/factories.ts';
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
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { buildPool, fillPool } from '#server/testing/pools.ts';
import { letBankReturn, readOrderOf, refundOrder } from '#server/testing/refunds.ts';
import { bookTax } from './book-tax.ts';

const app = await startPayingApp();
beforeAll(() => changeSettings(app, { tax_source: 'stripe' }));

const TAXED = ALBUM_PRICE + 157;
const buyerIn = async (postal_code: string, card?: string) => {
  const buyer = await buildBuyer(app, card);
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

  test('is asked for the price of a cart, which checkout then takes', async () => {
    const buyer = await buildBuyer(app);
    const { token } = buyer;
    const album = await buildViewedAlbum(app, buyer);
    const added = await app.call(orderEndpoints.addCartItem, { token, body: { album: album.id } });
    expect(added.body).toMatchObject({ tax: 0, is_tax_known: false });
    const price = () => app.call(orderEndpoints.priceCart, { token });
    expect(await price()).toMatchObject({ error: { code: 'tax_place_needed' } });
    await app.call(taxEndpoints.saveTaxPlace, { token, body: { country: 'US', postal_code: '55401' } });
    app.sandbox.faults.untilCleared({ operation: 'tax.calculations.create', kind: 'api_error' });
    expect(await price()).toMatchObject({ error: { code: 'tax_unavailable' } });
    app.sandbox.faults.clear();
    expect((await price()).body).toMatchObject({ tax: 157, total: TAXED, is_tax_known: true });
    const { body: me } = await app.call(accountEndpoints.me, { token });
    expect(me.cart).toMatchObject({ total: TAXED, is_tax_known: true });
    const body = { id: added.body.id, total: TAXED };
    expect(await app.call(orderEndpoints.checkOut, { token, body })).toMatchObject({ status: 200 });
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

  test('records a sale and its refund once although the provider keeps its first errors', async () => {
    const key = await buy(await buyerIn('55401'));
    await refundOrder(app, key, undefined, 500);
    for (const call of ['createFromCalculation', 'createReversal'])
      app.sandbox.faults.next({ operation: `tax.transactions.${call}`, kind: 'kept_error' });
    // Of two at once, one may be told that its key is in use, and its job starts again.
    await Promise.allSettled([bookTax(app.context), bookTax(app.context)]);
    await bookTax(app.context);
    expect(await recordedOf(key)).toEqual([`transaction ${TAXED}`, 'reversal -500']);
  });

  test('takes refunds back by what was refunded, in parts up to the whole', async () => {
    const key = await buy(await buyerIn('55401'));
    await refundOrder(app, key, undefined, 500);
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

  test('takes a lost dispute back, and leaves a sale alone whose dispute was won', async () => {
    for (const [words, recorded] of [
      ['winning_evidence', []],
      ['losing_evidence', [`reversal ${-TAXED}`]],
    ] as const) {
      const buyer = await buyerIn('55401', 'pm_card_createDispute');
      const key = await buy(buyer);
      app.advanceMinutes(1);
      await app.sandbox.settle();
      const [attempt] = (await booksOf(app, buyer.id)).attempts;
      const [dispute] = (await app.stripe.disputes.list({ payment_intent: attempt?.intentId ?? '' })).data;
      await syncDispute(app.context, dispute?.id ?? '');
      await bookTax(app.context);
      expect((await booksOf(app, buyer.id)).entries.map(({ amountCents }) => amountCents)).toContain(-TAXED);
      expect(await recordedOf(key)).toEqual([`transaction ${TAXED}`]);
      await app.stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: words } });
      app.advanceMinutes(1);
      await app.sandbox.settle();
      await syncDispute(app.context, dispute?.id ?? '');
      await Promise.all([bookTax(app.context), bookTax(app.context)]);
      expect(await recordedOf(key)).toEqual([`transaction ${TAXED}`, ...recorded]);
    }
  });

  test('undoes the reversal of a refund that the bank returned, and takes the next one', async () => {
    const buyer = await buyerIn('55401', 'pm_card_refundFail');
    const key = await buy(buyer);
    await refundOrder(app, key);
    // The refund was recorded, but the answer was lost when the bank returned it.
    app.sandbox.faults.untilCleared({
      operation: 'tax.transactions.createReversal',
      kind: 'api_error',
      when: 'after',
    });
    await expect(bookTax(app.context)).rejects.toThrow();
    app.sandbox.faults.clear();
    const [returned] = await letBankReturn(app, buyer);
    await Promise.all([bookTax(app.context), bookTax(app.context)]);
    const undone = [`transaction ${TAXED}`, `reversal ${-TAXED}`, `reversal ${TAXED}`];
    expect(await recordedOf(key)).toEqual(undone);
    const again = await app.call(refundEndpoints.settleReturnedRefund, {
      token: (await buildUser(app, { role: 'customer_support' })).token,
      params: { id: returned?.id ?? 0 },
      body: { how: 'refund_again', note: 'called the family' },
    });
    expect(again).toMatchObject({ body: { status: 'sent' } });
    await bookTax(app.context);
    expect(await recordedOf(key)).toEqual([...undone, `reversal ${-TAXED}`]);
  });

  test('that refuses a sale is named to finance by order and reason, and records it when they try again', async () => {
    const key = (await buy(await buyerIn('55401'))) ?? '';
    app.sandbox.faults.next({ operation: 'tax.transactions.createFromCalculation', kind: 'refuse' });
    await bookTax(app.context);
    const { token } = await buildUser(app, { role: 'finance' });
    const month = app.context.clock.now().toISOString().slice(0, 7);
    const ask = (from: string, to: string) =>
      app.call(taxEndpoints.refusedBookings, { token, query: { from, to } });
    const { id } = await app.context.db
      .selectFrom('orders')
      .select('id')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    const refused = {
      id: expect.any(Number),
      order: id,
      reference: expect.stringMatching(`^order-${id}-`),
      at: expect.any(String),
    };
    expect((await ask(month, month)).body).toEqual([
      { ...refused, failure: 'This request cannot be carried out.' },
    ]);
    expect((await ask('2020-01', '2020-02')).body).toEqual([]);
    const retry = async () =>
      app.call(taxEndpoints.retryBooking, {
        token,
        params: { id: (await ask(month, month)).body[0]?.id ?? 0 },
      });
    app.sandbox.faults.next({ operation: 'tax.transactions.createFromCalculation', kind: 'refuse' });
    expect(await retry()).toMatchObject({ body: { failure: 'This request cannot be carried out.' } });
    expect((await ask(month, month)).body).toMatchObject([refused]);
    await refundOrder(app, key, undefined, 500);
    await bookTax(app.context);
    expect(await recordedOf(key)).toEqual([]);
    // The call that records it may lose its answer, and is made again.
    const lost = {
      operation: 'tax.transactions.createFromCalculation',
      kind: 'api_error',
      when: 'after',
    } as const;
    app.sandbox.faults.untilCleared(lost);
    expect(await retry()).toMatchObject({ status: 409, error: { message: /did not answer/ } });
    app.sandbox.faults.clear();
    expect(await retry()).toMatchObject({ body: { failure: null } });
    await bookTax(app.context);
    expect(await recordedOf(key)).toEqual([`transaction ${TAXED}`, 'reversal -500']);
    expect((await ask(month, month)).body).toEqual([]);
    const { token: customer } = await buildUser(app);
    const query = { from: month, to: month };
    expect(await app.call(taxEndpoints.refusedBookings, { token: customer, query })).toMatchObject({
      status: 403,
    });
  });

  test('goes on with other sales when it does not answer about one', async () => {
    const keys = [await buy(await buyerIn('55401')), await buy(await buyerIn('55401'))];
    let calls = 0;
    const bookOrFail = (sale: Parameters<Payments['bookTax']>[0]) => {
      calls += 1;
      return calls === 1
        ? Promise.reject(new PaymentUnknown('no answer'))
        : app.context.payments.bookTax(sale);
    };
    const payments = { ...app.context.payments, bookTax: bookOrFail };
    await expect(bookTax({ ...app.context, payments })).rejects.toThrow(PaymentUnknown);
    expect(await Promise.all(keys.map(recordedOf))).toEqual([[], [`transaction ${TAXED}`]]);
    await bookTax(app.context);
    expect(await recordedOf(keys[0] ?? '')).toEqual([`transaction ${TAXED}`]);
  });

  test('is asked for more lines than it takes, whose parts add up to what it says', async () => {
    const payable = Array.from({ length: 250 }, (_, at) => (at % 3 === 0 ? 0 : 499 + at));
    const place = { country: 'US', state: 'TX', postalCode: '78701' };
    const asked = { place, isIncluded: false, taxCode: 'txcd_10000000' };
    const { lines } = await app.context.payments.calculateTax({ ...asked, payable });
    expect(lines).toHaveLength(250);
    const sum = lines.flat().reduce((total, { taxCents }) => total + taxCents, 0);
    const exact = payable.reduce((total, cents) => total + cents, 0) * 0.0825;
    expect(Math.abs(sum - exact)).toBeLessThan(100);
    for (const [at, parts] of lines.entries()) {
      const tax = parts.reduce((total, { taxCents }) => total + taxCents, 0);
      expect(Math.abs(tax - (payable[at] ?? 0) * 0.0825)).toBeLessThan(2);
    }
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

  test('takes back what a lost dispute keeps, and says so if a part of it comes back later', async () => {
    const kept = 500;
    const follow = (intentId: string, disputeId: string, reinstatedCents: number) =>
      saveProviderDispute(app.context, {
        ...{ disputeId, intentId, reinstatedCents, state: 'lost', isInquiry: false, reason: null },
        ...{
          amountCents: TAXED,
          withdrawnCents: TAXED,
          needsResponse: false,
          dueBy: null,
          evidenceKey: null,
        },
      });
    for (const isLate of [false, true]) {
      const buyer = await buyerIn('55401');
      const key = await buy(buyer);
      const [attempt] = (await booksOf(app, buyer.id)).attempts;
      const disputeId = `du_part_${buyer.id}`;
      const come = (cents: number) => follow(attempt?.intentId ?? '', disputeId, cents);
      await come(isLate ? 0 : TAXED - kept);
      await bookTax(app.context);
      app.advanceMinutes(1);
      await come(TAXED - kept);
      await bookTax(app.context);
      await refundOrder(app, key);
      await bookTax(app.context);
      const { rows } = await sql<{ failure: string }>`
        select failure from tax_bookings where reference = ${`dispute-${disputeId}-won`}`.execute(
        app.context.db,
      );
      expect(await recordedOf(key)).toEqual([
        `transaction ${TAXED}`,
        ...(isLate ? [`reversal ${-TAXED}`] : [`reversal ${-kept}`, `reversal ${kept - TAXED}`]),
      ]);
      expect(rows).toEqual(isLate ? [{ failure: expect.stringContaining('by hand') }] : []);
    }
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
