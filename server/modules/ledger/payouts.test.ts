import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  payoutEndpoints,
  payoutLineListEndpoints,
  payoutListEndpoints,
} from '#contract/endpoints/refunds.ts';
import { reportEndpoints } from '#contract/endpoints/reports.ts';
import { receiveEvent } from '#server/modules/provider-events/receive-event.ts';
import { PaymentUnknown, type ProviderPayout } from '#server/platform/payments/payment-types.ts';
import { buildUser, eventually } from '#server/testing/factories.ts';
import {
  ALBUM_PRICE,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { findFeesOff } from './check-ledger.ts';
import { sweepBalance, syncPayout } from './payouts.ts';

const app = await startPayingApp();
const DAY_MINUTES = 24 * 60;
/** 2.9 % and 30 cents. */
const FEE = 88;
const DISPUTE_FEE = 1500;

async function sell(card = 'pm_card_visa') {
  const buyer = await buildBuyer(app, card);
  const album = await buildViewedAlbum(app, buyer);
  const { body, status } = await payForAlbum(app, buyer, album.id);
  expect(status).toBe(200);
  return { buyer, album, key: body.order_key };
}

const feesOf = async (orderKey: string) => {
  const { rows } = await sql<{ kind: string; amountCents: number; lines: number }>`
    select entry.kind, entry.amount_cents, (select sum(amount_cents)::int from ledger_lines line
      where line.entry_id = entry.id) as lines
    from ledger_entries entry join orders on orders.id = entry.order_id
    where orders.key = ${orderKey} and entry.kind in ('fee', 'dispute_fee') order by entry.id`.execute(
    app.context.db,
  );
  return rows;
};
const superToken = async () => (await buildUser(app, { role: 'super' })).token;
const listPayouts = async () =>
  (await app.call(payoutListEndpoints.page, { token: await superToken(), query: {} })).body.rows;

describe('fees', () => {
  test('are booked once from the balance, however often and by however many it is read', async () => {
    const { key } = await sell();
    await Promise.all([sweepBalance(app.context), sweepBalance(app.context)]);
    await sweepBalance(app.context);
    expect(await feesOf(key)).toEqual([{ kind: 'fee', amountCents: -FEE, lines: -FEE }]);
    expect(await findFeesOff(app.context)).toEqual([]);
  });

  test('of a dispute are booked and come back when it is won', async () => {
    const { key } = await sell('pm_card_createDispute');
    const disputes = await eventually(async () => {
      app.advanceMinutes(1);
      await app.sandbox.settle();
      const { rows } = await sql<{ disputeId: string }>`
        select dispute_id from disputes join orders on orders.id = order_id where orders.key = ${key}`.execute(
        app.context.db,
      );
      return rows.length > 0 ? rows : undefined;
    }, 'a dispute');
    await sweepBalance(app.context);
    expect(await feesOf(key)).toMatchObject([
      { amountCents: -FEE },
      { kind: 'dispute_fee', amountCents: -DISPUTE_FEE },
    ]);
    await app.stripe.disputes.update(disputes[0]?.disputeId ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
    });
    app.advanceMinutes(1);
    await app.sandbox.settle();
    await sweepBalance(app.context);
    expect((await feesOf(key)).reduce((sum, fee) => sum + fee.amountCents, 0)).toBe(-FEE);
  });

  test('of a run that was interrupted are booked by the next, without a gap', async () => {
    const { key } = await sell();
    app.sandbox.faults.untilCleared({ operation: 'balanceTransactions.list', kind: 'reset' });
    await expect(sweepBalance(app.context)).rejects.toThrow(PaymentUnknown);
    app.sandbox.faults.clear();
    app.advanceMinutes(20 * DAY_MINUTES);
    await sweepBalance(app.context);
    expect(await feesOf(key)).toHaveLength(1);
  });

  test('make net what reaches the bank', async () => {
    app.advanceMinutes(2 * DAY_MINUTES);
    onTestFinished(app.stopClock());
    const day = app.context.clock.now().toISOString().slice(0, 10);
    await sell();
    await sweepBalance(app.context);
    const { token } = await buildUser(app, { role: 'analyst' });
    const query = { start_date: day, end_date: day };
    const { body } = await app.call(reportEndpoints.salesReport, { token, query });
    expect(body.totals).toMatchObject({ gross: ALBUM_PRICE, fees: FEE, net: ALBUM_PRICE - FEE });
    expect(body.by_event).toMatchObject([{ fees: FEE, net: ALBUM_PRICE - FEE }]);
  });
});

describe('a payout', () => {
  test('is followed from its creation to the bank, with what it consists of', async () => {
    await sell();
    await sell();
    app.advanceMinutes(3 * DAY_MINUTES);
    await app.sandbox.settle();
    await sweepBalance(app.context);
    const [onItsWay] = await listPayouts();
    expect(onItsWay).toMatchObject({ state: 'in_transit', other: 0 });
    app.advanceMinutes(2 * DAY_MINUTES);
    await app.sandbox.settle();
    await sweepBalance(app.context);
    for (const payout of await listPayouts()) {
      expect(payout).toMatchObject({ state: 'paid', automatic: true, other: 0 });
      expect(payout.sales - payout.refunds - payout.disputes - payout.fees).toBe(payout.amount);
      const query = { payout: payout.payout, _limit: 500 };
      const { body } = await app.call(payoutLineListEndpoints.page, { token: await superToken(), query });
      expect(body.rows.reduce((sum, line) => sum + line.net, 0)).toBe(payout.amount);
      expect(body.rows).toHaveLength(payout.transactions);
      expect(body.rows.some((line) => line.order !== null)).toBe(true);
    }
  });

  test('that the bank returns is shown as failed', async () => {
    const [payout] = await listPayouts();
    const returned: ProviderPayout = {
      payoutId: payout?.payout ?? '',
      state: 'failed',
      amountCents: payout?.amount ?? 0,
      currency: 'usd',
      arrivesOn: payout?.arrives_on ?? '',
      isAutomatic: true,
      failureCode: 'account_closed',
      createdAt: new Date(payout?.created_at ?? 0),
    };
    const payments = { ...app.context.payments, getPayout: async () => returned };
    await syncPayout({ ...app.context, payments }, returned.payoutId);
    expect((await listPayouts())[0]).toMatchObject({ state: 'failed', failure: 'account_closed' });
  });

  test('is found by its event', async () => {
    const before = (await listPayouts()).length;
    await sell();
    app.advanceMinutes(3 * DAY_MINUTES);
    await app.sandbox.settle();
    const [newest] = (await app.stripe.payouts.list({ limit: 1 })).data;
    const event = {
      id: `evt_${Date.now()}`,
      type: 'payout.created',
      objectId: newest?.id ?? '',
      intentId: null,
      refundId: null,
      disputeId: null,
    };
    await receiveEvent(app.context, event as never);
    await eventually(async () => ((await listPayouts()).length > before ? true : undefined), 'the payout');
  });
});

test('the balance is what the provider says, and a provider that does not answer is said so', async () => {
  const token = await superToken();
  const { body } = await app.call(payoutEndpoints.providerBalance, { token });
  const { available, pending } = await app.stripe.balance.retrieve();
  expect(body.balances).toEqual([
    { currency: 'usd', available: available[0]?.amount ?? 0, pending: pending[0]?.amount ?? 0 },
  ]);
  app.sandbox.faults.next({ operation: 'balance.retrieve', kind: 'reset', times: 9 });
  expect(await app.call(payoutEndpoints.providerBalance, { token })).toMatchObject({
    status: 200,
    body: { balances: null },
  });
});

test('payouts are for super alone', async () => {
  const { token } = await buildUser(app, { role: 'analyst' });
  expect(await app.call(payoutListEndpoints.page, { token, query: {} })).toMatchObject({ status: 403 });
});
