import { describe, expect, test } from 'vitest';
import { overviewEndpoints, paymentCaseListEndpoints } from '#contract/endpoints/overview.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { saveProviderDispute } from '#server/modules/after-sale/disputes.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { reconcilePayments } from '#server/modules/provider-events/reconcile.ts';
import { sweepProvider } from '#server/modules/provider-events/sweep.ts';
import { buildUser, eventually } from '#server/testing/factories.ts';
import { readHistory } from '#server/testing/history.ts';
import { type Buyer, buildBuyer, startPayingApp } from '#server/testing/paying-app.ts';
import {
  booksOfPool,
  buildPool,
  fillPool,
  readOrder,
  type TestPool,
  takeShares,
  untilOrderIs,
  untilPhaseIs,
} from '#server/testing/pools.ts';
import { mailTo, ownedBy, refundOrder, returnedOf } from '#server/testing/refunds.ts';
import { closeDuePools } from './end-pool.ts';

const app = await startPayingApp();

const support = async () => (await buildUser(app, { role: 'customer_support' })).token;
const settle = async (id = 0, how: 'refund_again' | 'paid_another_way' | 'purchase_kept' = 'refund_again') =>
  app.call(refundEndpoints.settleReturnedRefund, {
    token: await support(),
    params: { id },
    body: { how, note: 'looked at it' },
  });
const attemptsOf = async (pool: TestPool, { id }: Buyer) =>
  (await booksOfPool(app, pool)).attempts.filter(
    ({ userId, state }) => userId === id && state === 'succeeded',
  );

/** The provider refuses every refund of this member's first charge until the faults are cleared. */
async function refuseRefundsOf(pool: TestPool, member: Buyer): Promise<void> {
  const [charge] = await attemptsOf(pool, member);
  app.sandbox.faults.untilCleared({
    operation: 'refunds.create',
    kind: 'refuse',
    object: charge?.intentId ?? '',
  });
}

async function buildPaidPool(albums = 1, cards: [string, string, string] = ['visa', 'visa', 'visa']) {
  const people: [Buyer, Buyer, Buyer] = [
    await buildBuyer(app, `pm_card_${cards[0]}`),
    await buildBuyer(app, `pm_card_${cards[1]}`),
    await buildBuyer(app, `pm_card_${cards[2]}`),
  ];
  const pool = await buildPool(app, { albums, owner: people[0] });
  const order = await fillPool(app, pool, people);
  return { people, pool, lines: order.items.map((item) => item.id) };
}

async function balanceOf(pool: TestPool): Promise<number> {
  return (await booksOfPool(app, pool)).entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

describe('a refund of a pool that the provider refuses for one member', () => {
  test('says so, leaves that member the albums and is a case until it is sent again', async () => {
    const { people, pool } = await buildPaidPool(2);
    const [owner, second, third] = people;
    await refuseRefundsOf(pool, second);
    const [charge] = await attemptsOf(pool, second);
    const own = charge?.amountCents ?? 0;
    expect(await refundOrder(app, pool.key)).toMatchObject({
      status: 200,
      body: {
        status: 'succeeded',
        amount: pool.totalCents - own,
        not_refunded: [{ id: second.id, amount: own }],
      },
    });
    expect(await ownedBy(app, second)).toHaveLength(2);
    expect(await ownedBy(app, owner)).toEqual([]);
    expect(await ownedBy(app, third)).toEqual([]);
    const [found] = await returnedOf(app, second.id);
    expect(found).toMatchObject({ amountCents: own, hasEntitlements: true, outcome: null });
    const token = await support();
    const { rows } = (await app.call(paymentCaseListEndpoints.page, { token, query: {} })).body;
    expect(rows).toContainEqual(
      expect.objectContaining({ trouble: 'refused_refund', customer: second.id, amount: own }),
    );
    const overview = await app.call(overviewEndpoints.adminOverview, { token, query: {} });
    expect(overview.body.payments?.refused_refunds).toBeGreaterThan(0);
    const shown = await app.call(userAdministrationEndpoints.orderOfUser, {
      token,
      params: { id: owner.id, order: pool.orderId },
    });
    expect(shown.body.returned_refunds).toMatchObject([
      { amount: own, was_refused: true, has_entitlements: true, payer: { id: second.id } },
    ]);
    expect((await readOrder(app, second, pool)).pool).toMatchObject({
      my_refunded: 0,
      is_refund_delayed: true,
    });
    expect((await readOrder(app, third, pool)).pool).toMatchObject({
      my_refunded: (await attemptsOf(pool, third))[0]?.amountCents,
      is_refund_delayed: false,
    });
    expect(await mailTo(app, second, 'Your refund')).toEqual([]);
    const history = await readHistory(app, token, { scope: 'user', subject: second.id });
    expect(history.map(({ action }) => action)).toContain('order.refund-refused');

    expect(await settle(found?.id)).toMatchObject({ error: { code: 'refund_refused' } });
    expect(await returnedOf(app, second.id)).toMatchObject([{ outcome: null }]);
    app.sandbox.faults.clear();
    expect(await settle(found?.id)).toMatchObject({ body: { status: 'sent' } });
    expect(await ownedBy(app, second)).toEqual([]);
    expect(await balanceOf(pool)).toBe(0);
    expect(await returnedOf(app, second.id)).toMatchObject([{ outcome: 'refunded_again' }]);
    expect(await readOrder(app, owner, pool)).toMatchObject({ status: 'refunded' });
  });

  test('and whose refusal comes with reconciliation is a case too', async () => {
    const { people, pool } = await buildPaidPool();
    const [, second] = people;
    app.sandbox.webhooks.pause();
    const [charge] = await attemptsOf(pool, second);
    const fault = { operation: 'refunds.create', object: charge?.intentId ?? '' };
    app.sandbox.faults.next({ ...fault, kind: 'api_error', times: 3 });
    expect(await refundOrder(app, pool.key)).toMatchObject({
      body: { status: 'reserved', not_refunded: [] },
    });
    app.sandbox.faults.clear();
    expect(await ownedBy(app, second)).toEqual(pool.albumIds);
    app.sandbox.faults.untilCleared({ ...fault, kind: 'refuse' });
    app.advanceMinutes(3);
    await reconcilePayments(app.context);
    expect(await ownedBy(app, second)).toEqual(pool.albumIds);
    expect(await returnedOf(app, second.id)).toMatchObject([
      { amountCents: charge?.amountCents, hasEntitlements: true, outcome: null },
    ]);
  });

  test('is refunded again by the refund button, and only for that member', async () => {
    const { people, pool } = await buildPaidPool();
    const [, second] = people;
    await refuseRefundsOf(pool, second);
    await refundOrder(app, pool.key);
    expect(await refundOrder(app, pool.key)).toMatchObject({ error: { code: 'refund_refused' } });
    expect(await returnedOf(app, second.id)).toHaveLength(1);
    app.sandbox.faults.clear();
    const [charge] = await attemptsOf(pool, second);
    expect(await refundOrder(app, pool.key)).toMatchObject({
      body: { amount: charge?.amountCents, not_refunded: [] },
    });
    expect(await ownedBy(app, second)).toEqual([]);
    expect(await returnedOf(app, second.id)).toMatchObject([{ outcome: 'refunded_again' }]);
  });

  test('of one line leaves that member the album of the line, and all others the rest', async () => {
    const { people, pool, lines } = await buildPaidPool(3);
    const [owner, second, third] = people;
    const [first = 0] = lines;
    await refuseRefundsOf(pool, second);
    expect(await refundOrder(app, pool.key, [first])).toMatchObject({
      body: { amount: 1425, not_refunded: [{ id: second.id, amount: 570 }] },
    });
    expect(await ownedBy(app, second)).toHaveLength(3);
    for (const member of [owner, third]) {
      expect((await ownedBy(app, member)).sort()).toEqual(pool.albumIds.slice(1).sort());
    }
    app.sandbox.faults.clear();
    expect(await refundOrder(app, pool.key, [first])).toMatchObject({ body: { amount: 570 } });
    expect((await ownedBy(app, second)).sort()).toEqual(pool.albumIds.slice(1).sort());
    expect(await refundOrder(app, pool.key)).toMatchObject({ body: { amount: 2 * 1995 } });
    expect(await balanceOf(pool)).toBe(0);
    for (const member of people) expect(await ownedBy(app, member)).toEqual([]);
  });

  test('who paid with two charges leaves them the albums until both have gone back', async () => {
    const [owner, guest] = [await buildBuyer(app), await buildBuyer(app)];
    const pool = await buildPool(app, { owner });
    await takeShares(app, owner, pool, 2);
    await takeShares(app, guest, pool, 2);
    app.advanceMinutes(1);
    await takeShares(app, owner, pool, 3);
    await untilOrderIs(app, pool, 'paid');
    expect(await attemptsOf(pool, owner)).toHaveLength(2);
    await refuseRefundsOf(pool, owner);
    const [refused] = await attemptsOf(pool, owner);
    expect(await refundOrder(app, pool.key)).toMatchObject({
      body: { not_refunded: [{ id: owner.id, amount: refused?.amountCents }] },
    });
    expect(await ownedBy(app, owner)).toEqual(pool.albumIds);
    expect(await ownedBy(app, guest)).toEqual([]);
    app.sandbox.faults.clear();
    const [found] = await returnedOf(app, owner.id);
    expect(await settle(found?.id)).toMatchObject({ status: 200 });
    expect(await ownedBy(app, owner)).toEqual([]);
    expect(await readOrder(app, owner, pool)).toMatchObject({ status: 'refunded' });
  });

  test('can be paid another way, or left with the member', async () => {
    const { people, pool } = await buildPaidPool();
    const [owner, second, third] = people;
    await refuseRefundsOf(pool, second);
    await refuseRefundsOf(pool, third);
    await refundOrder(app, pool.key);
    const [ofSecond] = await returnedOf(app, second.id);
    const [ofThird] = await returnedOf(app, third.id);
    expect(await settle(ofSecond?.id, 'paid_another_way')).toMatchObject({ status: 200 });
    expect(await settle(ofThird?.id, 'purchase_kept')).toMatchObject({ status: 200 });
    expect(await ownedBy(app, second)).toEqual([]);
    expect(await ownedBy(app, third)).toEqual(pool.albumIds);
    const [kept] = await attemptsOf(pool, third);
    expect(await readOrder(app, owner, pool)).toMatchObject({
      status: 'partly_refunded',
      refunded: pool.totalCents - (kept?.amountCents ?? 0),
    });
  });
});

describe('a pool that nobody covered, whose refund is refused', () => {
  test('is a case that staff send again, and its page says that the refund is delayed', async () => {
    const { owner, pool } = await buildCovering();
    await refuseRefundsOf(pool, owner);
    app.advanceMinutes(24 * 60 + 1);
    await closeDuePools(app.context);
    const [found] = await eventually(async () => {
      const cases = await returnedOf(app, owner.id);
      return cases.length > 0 ? cases : undefined;
    }, 'the case');
    const [charge] = await attemptsOf(pool, owner);
    expect(found).toMatchObject({ amountCents: charge?.amountCents, hasEntitlements: false, outcome: null });
    expect((await readOrder(app, owner, pool)).pool).toMatchObject({
      phase: 'released',
      my_refund: charge?.amountCents,
      my_refunded: 0,
      is_refund_delayed: true,
    });
    expect(await settle(found?.id, 'purchase_kept')).toMatchObject({ status: 409 });
    app.sandbox.faults.clear();
    expect(await settle(found?.id)).toMatchObject({ body: { status: 'sent' } });
    expect(await balanceOf(pool)).toBe(0);
    expect((await readOrder(app, owner, pool)).pool).toMatchObject({
      my_refunded: charge?.amountCents,
      is_refund_delayed: false,
    });
  });
});

describe('a refund of a pool that one member disputes', () => {
  async function buildDisputed() {
    const built = await buildPaidPool(1, ['visa', 'createDispute', 'visa']);
    const [, second] = built.people;
    app.advanceMinutes(1);
    await app.sandbox.settle();
    const stateOf = async ({ id }: Buyer) =>
      (await booksOfPool(app, built.pool)).entitlements.find(({ userId }) => userId === id)?.state;
    const until = (state: string) =>
      eventually(async () => ((await stateOf(second)) === state ? true : undefined), state);
    await until('suspended');
    const [charge] = await attemptsOf(built.pool, second);
    const decide = async (words: 'winning_evidence' | 'losing_evidence') => {
      const [dispute] = (await app.stripe.disputes.list({ payment_intent: charge?.intentId ?? '' })).data;
      await app.stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: words } });
      app.advanceMinutes(1);
      await app.sandbox.settle();
    };
    return { ...built, second, own: charge?.amountCents ?? 0, stateOf, until, decide };
  }

  test('ends nothing of that member, who has the albums again when the dispute is won', async () => {
    const { people, pool, second, own, stateOf, until, decide } = await buildDisputed();
    expect(await refundOrder(app, pool.key)).toMatchObject({
      body: { not_refunded: [{ id: second.id, amount: own }] },
    });
    expect(await stateOf(second)).toBe('suspended');
    expect(await stateOf(people[0])).toBe('ended');
    await decide('winning_evidence');
    await until('active');
    expect(await ownedBy(app, second)).toEqual(pool.albumIds);
    const [found] = await returnedOf(app, second.id);
    expect(found).toMatchObject({ amountCents: own, outcome: null });
    expect(await settle(found?.id)).toMatchObject({ status: 200 });
    expect(await stateOf(second)).toBe('ended');
    expect(await balanceOf(pool)).toBe(0);
  });

  test('owes that member nothing after the dispute is lost', async () => {
    const { pool, second, stateOf, until, decide } = await buildDisputed();
    await refundOrder(app, pool.key);
    await decide('losing_evidence');
    await until('ended');
    expect(await stateOf(second)).toBe('ended');
    expect(await returnedOf(app, second.id)).toMatchObject([{ outcome: 'lost_in_dispute' }]);
    expect(await refundOrder(app, pool.key)).toMatchObject({ error: { code: 'nothing_to_refund' } });
    expect(await balanceOf(pool)).toBe(0);
  });

  test('leaves everyone else what they have, whatever becomes of the dispute', async () => {
    const { people, pool, until, decide } = await buildDisputed();
    for (const member of [people[0], people[2]]) expect(await ownedBy(app, member)).toEqual(pool.albumIds);
    await decide('losing_evidence');
    await until('ended');
    for (const member of [people[0], people[2]]) expect(await ownedBy(app, member)).toEqual(pool.albumIds);
  });
});

describe('a member who is refunded in the dashboard', () => {
  test('in parts keeps the albums until all of the charge has gone back, and gets them back with one part', async () => {
    const { people, pool } = await buildPaidPool(2);
    const [owner, second] = people;
    const [charge] = await attemptsOf(pool, second);
    const payment_intent = charge?.intentId ?? '';
    app.sandbox.webhooks.pause();
    const { id: part } = await app.stripe.refunds.create({ payment_intent, amount: 100 });
    await sweepProvider(app.context);
    expect(await ownedBy(app, second)).toHaveLength(2);
    expect(await refundOrder(app, pool.key)).toMatchObject({ body: { amount: pool.totalCents - 100 } });
    expect(await ownedBy(app, second)).toEqual([]);
    await app.sandbox.returnRefund(part);
    await sweepProvider(app.context);
    expect(await ownedBy(app, second)).toHaveLength(2);
    expect(await ownedBy(app, owner)).toEqual([]);
    expect(await returnedOf(app, second.id)).toMatchObject([{ amountCents: 100, hasEntitlements: true }]);
    expect(await refundOrder(app, pool.key)).toMatchObject({ body: { amount: 100, not_refunded: [] } });
    expect(await ownedBy(app, second)).toEqual([]);
    expect(await balanceOf(pool)).toBe(0);
    app.sandbox.webhooks.resume();
  });
});

test("after all of it the ledger equals the provider's balance", async () => {
  expect(await findLedgerDifferences(app.context, -5)).toEqual([]);
});

/** The owner has paid four shares, and two are missing because the guest's hold ended. */
async function buildCovering() {
  const [owner, guest] = [await buildBuyer(app), await buildBuyer(app)];
  const pool = await buildPool(app, { owner });
  await takeShares(app, owner, pool, 4);
  // A webhook of the guest's hold that comes late would read that it ended.
  app.sandbox.webhooks.pause();
  await takeShares(app, guest, pool, 2);
  const held = (await booksOfPool(app, pool)).attempts.find(({ userId }) => userId === guest.id);
  await app.stripe.paymentIntents.cancel(held?.intentId ?? '');
  await takeShares(app, await buildBuyer(app), pool, 1);
  await untilPhaseIs(app, pool, 'covering');
  app.sandbox.webhooks.resume();
  return { owner, guest, pool };
}

function dispute(intentId: string, disputeId: string, state: 'open' | 'lost', withdrawnCents: number) {
  return saveProviderDispute(app.context, {
    ...{ disputeId, intentId, state, isInquiry: false },
    ...{ amountCents: withdrawnCents, withdrawnCents, reinstatedCents: 0, reason: null },
    ...{ needsResponse: false, dueBy: null, evidenceKey: null },
  });
}

test.each([
  ['open', 'suspended'],
  ['lost', 'ended'],
] as const)(
  'a payment whose dispute is %s when the rest of a pool is covered brings its payer nothing',
  async (state, expected) => {
    const { owner, guest, pool } = await buildCovering();
    const [charge] = await attemptsOf(pool, owner);
    await dispute(charge?.intentId ?? '', `du_cover_${pool.orderId}`, state, charge?.amountCents ?? 0);
    await takeShares(app, guest, pool, 2);
    await untilOrderIs(app, pool, 'paid');
    const { entitlements } = await booksOfPool(app, pool);
    expect(entitlements.find(({ userId }) => userId === owner.id)?.state).toBe(expected);
    expect(entitlements.find(({ userId }) => userId === guest.id)?.state).toBe('active');
  },
);

test.each([0, 1])(
  'an unfilled pool pays back exactly what %i lost dispute leaves of a share',
  async (disputes) => {
    const { owner, pool } = await buildCovering();
    const [charge] = await attemptsOf(pool, owner);
    const intentId = charge?.intentId ?? '';
    for (const nth of Array(disputes).keys()) {
      await dispute(intentId, `du_part_${pool.orderId}_${nth}`, 'lost', 300);
    }
    app.advanceMinutes(24 * 60 + 1);
    await closeDuePools(app.context);
    await reconcilePayments(app.context);
    const left = (charge?.amountCents ?? 0) - 300 * disputes;
    const sentBack = async () => (await app.stripe.refunds.list({ payment_intent: intentId })).data;
    await eventually(async () => ((await sentBack()).length > 0 ? true : undefined), 'the refund');
    expect((await sentBack()).map(({ amount }) => amount)).toEqual([left]);
    await eventually(async () => {
      const shown = (await readOrder(app, owner, pool)).pool;
      return shown && shown.my_refund > 0 && shown.my_refunded === shown.my_refund ? true : undefined;
    }, 'that all was sent back');
  },
);
