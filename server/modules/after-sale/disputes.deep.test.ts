import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { findOrder } from '#server/modules/orders/orders.ts';
import { readDispute } from '#server/platform/payments/read-answer.ts';
import { eventually } from '#server/testing/factories.ts';
import {
  ALBUM_PRICE,
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { refundOrder } from '#server/testing/refunds.ts';
import { syncDispute } from './disputes.ts';
import { getUserOrder } from './sales.ts';

const app = await startPayingApp();

const owns = async (buyer: Buyer) => {
  const { body } = await app.call(foundAlbumEndpoints.myAlbums, { token: buyer.token });
  return body.owned.length === 1;
};
const stateOf = async (buyer: Buyer) => (await booksOf(app, buyer.id)).entitlements[0]?.state;
const waitFor = (buyer: Buyer, state: string) =>
  eventually(async () => ((await stateOf(buyer)) === state ? true : undefined), `${state} entitlement`);
const sumOf = async (buyer: Buyer) =>
  (await booksOf(app, buyer.id)).entries.reduce((sum, entry) => sum + entry.amountCents, 0);

async function disputeAlbum(card: string) {
  const buyer = await buildBuyer(app, card);
  const album = await buildViewedAlbum(app, buyer);
  await payForAlbum(app, buyer, album.id);
  app.advanceMinutes(1);
  await app.sandbox.settle();
  const { attempts } = await booksOf(app, buyer.id);
  const intent = attempts[0]?.intentId ?? '';
  const [dispute] = (await app.stripe.disputes.list({ payment_intent: intent })).data;
  return { buyer, album, disputeId: dispute?.id ?? '' };
}

async function decide(disputeId: string, words: 'winning_evidence' | 'losing_evidence') {
  await app.stripe.disputes.update(disputeId, { evidence: { uncategorized_text: words } });
  app.advanceMinutes(1);
  await app.sandbox.settle();
}

describe('a dispute', () => {
  test('suspends what was bought, and restores it when won', async () => {
    const { buyer, album, disputeId } = await disputeAlbum('pm_card_createDispute');
    await waitFor(buyer, 'suspended');
    expect(await owns(buyer)).toBe(false);
    expect(await sumOf(buyer)).toBe(0);
    // The press is answered by the payment that there was, and charges nothing.
    expect((await payForAlbum(app, buyer, album.id)).status).toBe(200);
    expect((await booksOf(app, buyer.id)).attempts).toHaveLength(1);
    await decide(disputeId, 'winning_evidence');
    await waitFor(buyer, 'active');
    expect(await owns(buyer)).toBe(true);
    expect(await sumOf(buyer)).toBe(ALBUM_PRICE);
  });

  test('ends what was bought when lost, however often and in whatever order events arrive', async () => {
    app.sandbox.webhooks.pause();
    const { buyer, disputeId } = await disputeAlbum('pm_card_createDispute');
    await decide(disputeId, 'losing_evidence');
    app.sandbox.webhooks.reverse(true);
    app.sandbox.webhooks.next({ kind: 'duplicate', times: 20 });
    await app.sandbox.webhooks.deliverNow();
    await waitFor(buyer, 'ended');
    expect(await sumOf(buyer)).toBe(0);
  });

  test('that is only an inquiry changes nothing', async () => {
    const { buyer } = await disputeAlbum('pm_card_createDisputeInquiry');
    const { db } = app.context;
    await eventually(async () => {
      const rows = await db
        .selectFrom('disputes')
        .innerJoin('orders', 'orders.id', 'disputes.orderId')
        .select('disputes.state')
        .where('orders.userId', '=', buyer.id)
        .execute();
      return rows[0];
    }, 'the inquiry');
    expect(await stateOf(buyer)).toBe('active');
    expect(await sumOf(buyer)).toBe(ALBUM_PRICE);
  });
});

test("after all disputes the ledger equals the provider's balance", async () => {
  expect(await findLedgerDifferences(app.context, -5)).toEqual([]);
});

describe('the money of a dispute decides, not its status', () => {
  const moves = { withdrawn: -ALBUM_PRICE, part: -500, reinstated: ALBUM_PRICE };

  /** The provider says this about a dispute of the buyer's payment. */
  async function follow(buyer: Buyer, disputeId: string, status: Stripe.Dispute.Status, amounts: number[]) {
    const { attempts } = await booksOf(app, buyer.id);
    const lines = amounts.map((amount) => ({ amount }));
    const dispute = {
      id: disputeId,
      object: 'dispute',
      payment_intent: attempts[0]?.intentId,
      status,
      amount: ALBUM_PRICE,
      balance_transactions: lines,
    } as unknown as Stripe.Dispute;
    const payments = { ...app.context.payments, getDispute: async () => readDispute(dispute) };
    await syncDispute({ ...app.context, payments }, disputeId);
    return { state: await stateOf(buyer), balance: await sumOf(buyer) };
  }

  async function buy() {
    const buyer = await buildBuyer(app);
    await payForAlbum(app, buyer, (await buildViewedAlbum(app, buyer)).id);
    return buyer;
  }

  test.each([
    ['lost without money moving', 'lost', [], 'active', ALBUM_PRICE],
    ['lost with all of it', 'lost', [moves.withdrawn], 'ended', 0],
    ['lost with a part of it', 'lost', [moves.part], 'active', ALBUM_PRICE - 500],
    ['won, but not paid back yet', 'won', [moves.withdrawn], 'suspended', 0],
    ['won and paid back', 'won', [moves.withdrawn, moves.reinstated], 'active', ALBUM_PRICE],
    ['open, before the money is taken', 'needs_response', [], 'active', ALBUM_PRICE],
    ['an inquiry that was closed', 'warning_closed', [], 'active', ALBUM_PRICE],
  ] as const)('%s', async (name, status, amounts, state, balance) => {
    const buyer = await buy();
    const id = `du_fake_${buyer.id}`;
    expect(await follow(buyer, id, status, [...amounts]), name).toEqual({ state, balance });
    expect(await follow(buyer, id, status, [...amounts]), name).toEqual({ state, balance });
  });

  test('of a payment that was lost in part, a refund gives back the rest and no more', async () => {
    const buyer = await buy();
    await follow(buyer, `du_fake_${buyer.id}`, 'lost', [moves.withdrawn, ALBUM_PRICE - 500]);
    const { attempts } = await booksOf(app, buyer.id);
    const order = await findOrder(app.context.db, attempts[0]?.orderId ?? 0);
    const shown = await getUserOrder(app.context, { userId: buyer.id, orderId: order?.id ?? 0 });
    expect(shown.disputes).toMatchObject([{ amount: ALBUM_PRICE, kept: 500 }]);
    const refund = (amount?: number) => refundOrder(app, order?.key ?? '', undefined, amount);
    const left = ALBUM_PRICE - 500;
    expect(await refund(left + 1)).toMatchObject({
      error: { code: 'refund_too_high', details: { left, most: left - 1 } },
    });
    expect(await refund(100)).toMatchObject({ status: 200, body: { amount: 100 } });
    expect(await stateOf(buyer)).toBe('active');
    expect(await refund()).toMatchObject({ status: 200, body: { amount: left - 100 } });
    expect({ state: await stateOf(buyer), balance: await sumOf(buyer) }).toEqual({
      state: 'ended',
      balance: 0,
    });
    expect(await refund()).toMatchObject({ error: { code: 'nothing_to_refund' } });
  });

  test('a dispute that was won gives the purchase back when the money arrives', async () => {
    const buyer = await buy();
    const id = `du_fake_${buyer.id}`;
    await follow(buyer, id, 'needs_response', [moves.withdrawn]);
    expect(await follow(buyer, id, 'won', [moves.withdrawn])).toMatchObject({ state: 'suspended' });
    expect(await follow(buyer, id, 'won', [moves.withdrawn, moves.reinstated])).toEqual({
      state: 'active',
      balance: ALBUM_PRICE,
    });
  });
});
