import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { ROUNDS_TIMEOUT, rounds } from '#server/testing/chaos.ts';
import { payOrder, placeOrder } from '#server/testing/order-factories.ts';
import {
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { booksOfPool, buildPool, fillPool, type TestPool } from '#server/testing/pools.ts';
import {
  comeToRest,
  type RefundTrouble,
  refundTroubles,
  troubleRefunds,
} from '#server/testing/refund-troubles.ts';
import { readOrderOf, returnedOf } from '#server/testing/refunds.ts';

const app = await startPayingApp();
const RUNS = rounds({ usually: 6, inChaos: 60 });
const ALBUMS = 2;

/** Both a refund of the dashboard and one of ours over the same money come back; it is owed once. */
const RETURNED_TWICE: RefundTrouble[] = [
  { kind: 'dashboard', amount: 1, payer: 0 },
  { kind: 'fault', operation: 'refunds.create', when: 'before' },
  { kind: 'refund' },
];

/** A part comes back after the rest was refunded, and is refunded again and again. */
const PART_RETURNED: RefundTrouble[] = [
  { kind: 'dashboard', amount: 500, payer: 0 },
  { kind: 'sweep' },
  { kind: 'refund' },
  { kind: 'returnOne', payer: 0, nth: 1 },
  { kind: 'sweep' },
  { kind: 'dashboard', amount: 500, payer: 0 },
  { kind: 'sweep' },
  { kind: 'returnOne', payer: 0, nth: 0 },
  { kind: 'refund' },
];

/** What the dashboard refunded has come back and was refunded by staff before we hear of it. */
const LATE_EVENTS: RefundTrouble[] = [
  { kind: 'dashboard', amount: 500, payer: 0 },
  { kind: 'returnOne', payer: 0, nth: 0 },
  { kind: 'refund' },
];

const troubles = fc.array(refundTroubles, { minLength: 3, maxLength: 9 });
/** The bank of the second returns every refund. */
const cards = fc.constantFrom('pm_card_visa', 'pm_card_refundFail');

const sum = (amounts: { amountCents: number }[]) =>
  amounts.reduce((all, { amountCents }) => all + amountCents, 0);

test('whatever is refunded, refused, returned, settled or made in the dashboard, money and entitlements agree with the provider', {
  timeout: ROUNDS_TIMEOUT,
}, async () => {
  await fc.assert(
    fc.asyncProperty(troubles, cards, async (sequence, card) => {
      app.sandbox.webhooks.pause();
      const buyer = await buildBuyer(app, card);
      const albumIds: number[] = [];
      for (let i = 0; i < ALBUMS; i++) albumIds.push((await buildViewedAlbum(app, buyer)).id);
      const key = await placeOrder(app, buyer, albumIds);
      const { total, id: orderId } = await readOrderOf(app, buyer, key);
      await payOrder(app, buyer, key, total);
      const intentId = (await booksOf(app, buyer.id)).attempts[0]?.intentId ?? '';
      const sale = { orderId, key, intentIds: [intentId], payerIds: async () => [buyer.id] };
      for (const trouble of sequence) await troubleRefunds(app, trouble, sale);
      await comeToRest(app);
      const order = await readOrderOf(app, buyer, key);
      const { entries, entitlements } = await booksOf(app, buyer.id);
      const balance = sum(entries);
      const [charge] = (await app.charges()).filter(({ payment_intent }) => payment_intent === intentId);
      expect(balance).toBe(total - (charge?.amount_refunded ?? 0));
      const cases = await returnedOf(app, buyer.id);
      const elsewhere = sum(cases.filter(({ outcome }) => outcome === 'paid_another_way'));
      // What was paid another way and refunded in the dashboard too was paid twice.
      expect(order.refunded).toBe(Math.min(total, total - balance + elsewhere));
      expect(order.status).toBe(
        order.refunded === 0 ? 'paid' : order.refunded === total ? 'refunded' : 'partly_refunded',
      );
      // Nobody is left with neither the money nor the goods, nor with both.
      for (const line of await linesOf(orderId)) {
        const own = entitlements.find(({ orderLineId }) => orderLineId === line.id);
        expect(own?.state).toBe(line.refundedCents === line.totalCents ? 'ended' : 'active');
      }
      expect(sum(cases.filter(({ outcome }) => outcome === null))).toBeLessThanOrEqual(balance);
    }),
    {
      numRuns: RUNS,
      examples: [
        [RETURNED_TWICE, 'pm_card_refundFail'],
        [PART_RETURNED, 'pm_card_visa'],
        [LATE_EVENTS, 'pm_card_visa'],
      ],
    },
  );
  expect(await findLedgerDifferences(app.context, -5)).toEqual([]);
});

const linesOf = (orderId: number) =>
  app.context.db.selectFrom('orderLines').selectAll().where('orderId', '=', orderId).execute();

type PoolTrouble = RefundTrouble | { kind: 'decide'; words: 'winning_evidence' | 'losing_evidence' };

const poolTroubles: fc.Arbitrary<PoolTrouble> = fc.oneof(
  { weight: 7, arbitrary: refundTroubles },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      words: fc.constantFrom('winning_evidence' as const, 'losing_evidence' as const),
    }),
  },
);

/** Staff refund everyone while one member disputes and the provider refuses another; the dispute is won. */
const DISPUTED: PoolTrouble[] = [
  { kind: 'bankReturns' },
  { kind: 'sweep' },
  { kind: 'refuse' },
  { kind: 'refund' },
  { kind: 'decide', words: 'winning_evidence' },
  { kind: 'sweep' },
  { kind: 'settle', how: 'refund_again' },
];

/** A day later the bank decides by the evidence, if the payment is disputed. */
async function decide(intentId: string, words: string): Promise<void> {
  app.sandbox.faults.clear();
  const [dispute] = (await app.stripe.disputes.list({ payment_intent: intentId })).data;
  if (dispute?.status === 'needs_response')
    await app.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: words } });
  app.advanceMinutes(1);
  await app.sandbox.settle();
}

/** What the provider has given back of a payment, and what a dispute keeps. */
async function readProvider(intentId: string) {
  const [charge] = (await app.charges()).filter(({ payment_intent }) => payment_intent === intentId);
  const [dispute] = (await app.stripe.disputes.list({ payment_intent: intentId })).data;
  const moved = dispute?.balance_transactions.reduce((all, { amount }) => all + amount, 0) ?? 0;
  return {
    refundedCents: charge?.amount_refunded ?? 0,
    keptCents: -moved,
    isLost: dispute?.status === 'lost',
  };
}

async function expectMembersRight(pool: TestPool, people: Buyer[]): Promise<void> {
  const { attempts, entries, entitlements } = await booksOfPool(app, pool);
  for (const { id } of people) {
    const [charge] = attempts.filter(({ userId }) => userId === id);
    const { refundedCents, keptCents, isLost } = await readProvider(charge?.intentId ?? '');
    const paid = charge?.amountCents ?? 0;
    expect(sum(entries.filter(({ attemptId }) => attemptId === charge?.id))).toBe(
      paid - refundedCents - keptCents,
    );
    const cases = await returnedOf(app, id);
    const elsewhere = sum(cases.filter(({ outcome }) => outcome === 'paid_another_way'));
    const back = Math.min(paid, refundedCents + elsewhere + (isLost ? keptCents : 0));
    const states = entitlements.flatMap(({ userId, state }) => (userId === id ? [state] : []));
    expect(states).toHaveLength(ALBUMS);
    // A member who has all the money back has nothing, and one who has none of it has everything.
    if (back === paid) expect(new Set(states)).toEqual(new Set(['ended']));
    else expect(states).not.toEqual(ALBUMS === 2 ? ['ended', 'ended'] : []);
    if (back < paid / ALBUMS - ALBUMS) expect(states).not.toContain('ended');
    if (keptCents > 0 && !isLost && back < paid) expect(states).toContain('suspended');
    else expect(states).not.toContain('suspended');
    expect(sum(cases.filter(({ outcome }) => outcome === null))).toBeLessThanOrEqual(paid - back);
  }
}

test('whatever happens to the members of a pool, each has the photos or the money, as the provider says', {
  timeout: ROUNDS_TIMEOUT,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(poolTroubles, { minLength: 3, maxLength: 9 }), async (sequence) => {
      app.sandbox.webhooks.clear();
      app.sandbox.webhooks.resume();
      const people: [Buyer, Buyer, Buyer] = [
        await buildBuyer(app),
        await buildBuyer(app, 'pm_card_refundFail'),
        await buildBuyer(app, 'pm_card_createDispute'),
      ];
      const pool = await buildPool(app, { albums: ALBUMS, owner: people[0] });
      await fillPool(app, pool, people);
      app.sandbox.webhooks.pause();
      const intentIds = (await booksOfPool(app, pool)).attempts.map(({ intentId }) => intentId ?? '');
      const { orderId, key } = pool;
      const sale = { orderId, key, intentIds, payerIds: async () => people.map(({ id }) => id) };
      for (const trouble of sequence) {
        if (trouble.kind === 'decide') await decide(intentIds[2] ?? '', trouble.words);
        else await troubleRefunds(app, trouble, sale);
      }
      await comeToRest(app);
      await expectMembersRight(pool, people);
      const order = await readOrderOf(app, people[0], key);
      const lines = await linesOf(orderId);
      expect(order.refunded).toBe(lines.reduce((all, { refundedCents }) => all + refundedCents, 0));
      expect(order.status).toBe(
        order.refunded === 0 ? 'paid' : order.refunded === order.total ? 'refunded' : 'partly_refunded',
      );
    }),
    { numRuns: RUNS, examples: [[DISPUTED], [PART_RETURNED], [LATE_EVENTS]] },
  );
  expect(await findLedgerDifferences(app.context, -5)).toEqual([]);
});
