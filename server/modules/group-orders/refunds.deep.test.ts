import { describe, expect, test } from 'vitest';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { reconcilePayments } from '#server/modules/provider-events/reconcile.ts';
import { buildUser, eventually } from '#server/testing/factories.ts';
import { type Buyer, buildBuyer, startPayingApp } from '#server/testing/paying-app.ts';
import { booksOfPool, buildPool, fillPool, readOrder, type TestPool } from '#server/testing/pools.ts';

const app = await startPayingApp();

const refund = async (pool: TestPool, lines?: number[]) => {
  const { token } = await buildUser(app, { role: 'customer_support' });
  const body = {
    memo: 'the team asked for it',
    dispute_reason: 'other' as const,
    ...(lines ? { lines } : {}),
  };
  return app.call(refundEndpoints.refundOrder, { token, params: { id: pool.key }, body });
};
const ownedBy = async (buyer: Buyer) => {
  const { body } = await app.call(foundAlbumEndpoints.myAlbums, { token: buyer.token });
  return body.owned.map((found) => found.album.id);
};
const refundedOf = async (pool: TestPool) => {
  const { intents } = await booksOfPool(app, pool);
  return Promise.all(
    intents.map(async ({ id }) => {
      const { data } = await app.stripe.refunds.list({ payment_intent: id });
      return data.reduce((sum, one) => sum + (one.status === 'failed' ? 0 : one.amount), 0);
    }),
  );
};

async function buildPaidPool(albums: number, cards: [string, string, string]) {
  const people: [Buyer, Buyer, Buyer] = [
    await buildBuyer(app, cards[0]),
    await buildBuyer(app, cards[1]),
    await buildBuyer(app, cards[2]),
  ];
  const pool = await buildPool(app, { albums, owner: people[0] });
  const order = await fillPool(app, pool, people);
  return { people, pool, lines: order.items.map((item) => item.id) };
}
const VISA: [string, string, string] = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa'];

describe('a refund of a pool', () => {
  test('as a whole returns to every member what they paid and ends their access', async () => {
    const { people, pool } = await buildPaidPool(2, VISA);
    expect(await refund(pool)).toMatchObject({ body: { status: 'succeeded', amount: pool.totalCents } });
    const { attempts, entries, entitlements } = await booksOfPool(app, pool);
    expect(await refundedOf(pool)).toEqual(attempts.map(({ amountCents }) => amountCents));
    expect(entries.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(0);
    expect(new Set(entitlements.map(({ state }) => state))).toEqual(new Set(['ended']));
    for (const person of people) expect(await ownedBy(person)).toEqual([]);
    expect(await readOrder(app, pool.owner, pool)).toMatchObject({
      status: 'refunded',
      refunded: pool.totalCents,
    });
    expect(await refund(pool)).toMatchObject({ error: { code: 'nothing_to_refund' } });
  });

  test('line by line is split over the charges to the cent and adds up to each charge', async () => {
    const { people, pool, lines } = await buildPaidPool(3, VISA);
    const [first = 0] = lines;
    expect(await refund(pool, [first])).toMatchObject({ body: { amount: 1995, lines: [first] } });
    expect((await refundedOf(pool)).reduce((sum, cents) => sum + cents, 0)).toBe(1995);
    expect(await refundedOf(pool)).toEqual([855, 570, 570]);
    for (const person of people) expect(await ownedBy(person)).toHaveLength(2);
    expect(await refund(pool, [first])).toMatchObject({ error: { code: 'nothing_to_refund' } });
    expect(await refund(pool)).toMatchObject({ body: { amount: 2 * 1995 } });
    const { attempts } = await booksOfPool(app, pool);
    expect(await refundedOf(pool)).toEqual(attempts.map(({ amountCents }) => amountCents));
  });

  test('clicked ten times at once is made once', async () => {
    const { pool } = await buildPaidPool(1, VISA);
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(pool)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await refundedOf(pool)).reduce((sum, cents) => sum + cents, 0)).toBe(pool.totalCents);
  });

  test('whose answers are lost in the middle is finished by reconciliation', async () => {
    const { pool } = await buildPaidPool(1, VISA);
    app.sandbox.webhooks.pause();
    app.sandbox.faults.next({ operation: 'refunds.create', kind: 'reset', when: 'after', times: 3 });
    app.sandbox.faults.next({ operation: 'refunds.create', kind: 'api_error', when: 'before', times: 3 });
    expect(await refund(pool)).toMatchObject({ body: { status: 'reserved', amount: pool.totalCents } });
    app.sandbox.faults.clear();
    app.advanceMinutes(3);
    await Promise.all([reconcilePayments(app.context), reconcilePayments(app.context)]);
    expect(await readOrder(app, pool.owner, pool)).toMatchObject({ status: 'refunded' });
    expect((await refundedOf(pool)).reduce((sum, cents) => sum + cents, 0)).toBe(pool.totalCents);
  });

  test('that one bank returns is made again for that member only', async () => {
    const { pool } = await buildPaidPool(1, ['pm_card_visa', 'pm_card_refundFail', 'pm_card_visa']);
    expect(await refund(pool)).toMatchObject({ status: 200 });
    app.advanceMinutes(1);
    await app.sandbox.settle();
    await eventually(async () => {
      const { entries } = await booksOfPool(app, pool);
      return entries.some(({ kind }) => kind === 'refund_failed') ? true : undefined;
    }, 'the failed refund in the ledger');
    const { attempts } = await booksOfPool(app, pool);
    const own = attempts[1]?.amountCents ?? 0;
    expect(await readOrder(app, pool.owner, pool)).toMatchObject({ refunded: pool.totalCents - own });
    expect(await refund(pool)).toMatchObject({ status: 200, body: { amount: own } });
  });
});

describe("a dispute of one participant's charge", () => {
  test('suspends only their own access', async () => {
    const { people, pool } = await buildPaidPool(1, [
      'pm_card_visa',
      'pm_card_createDispute',
      'pm_card_visa',
    ]);
    app.advanceMinutes(1);
    await app.sandbox.settle();
    const [first, second, third] = people;
    await eventually(async () => ((await ownedBy(second)).length === 0 ? true : undefined), 'a suspension');
    expect(await ownedBy(first)).toEqual(pool.albumIds);
    expect(await ownedBy(third)).toEqual(pool.albumIds);
    const { attempts, entitlements } = await booksOfPool(app, pool);
    const [dispute] = (await app.stripe.disputes.list({ payment_intent: attempts[1]?.intentId ?? '' })).data;
    await app.stripe.disputes.update(dispute?.id ?? '', {
      evidence: { uncategorized_text: 'losing_evidence' },
    });
    app.advanceMinutes(1);
    await app.sandbox.settle();
    expect(entitlements.map(({ state }) => state).sort()).toEqual(['active', 'active', 'suspended']);
    await eventually(async () => {
      const books = await booksOfPool(app, pool);
      return books.entitlements.some(({ state }) => state === 'ended') ? true : undefined;
    }, 'the end of what was disputed');
    expect(await ownedBy(first)).toEqual(pool.albumIds);
  });
});

test("after all of it the ledger equals the provider's balance", async () => {
  expect(await findLedgerDifferences(app.context, -5)).toEqual([]);
});
