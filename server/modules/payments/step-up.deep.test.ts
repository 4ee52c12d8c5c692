import { describe, expect, test } from 'vitest';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { reconcilePayments } from '#server/modules/provider-events/reconcile.ts';
import {
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  keepCard,
  payForAlbum,
  sharePayingApp,
} from '#server/testing/paying-app.ts';

const app = await sharePayingApp();
const STEP_UP_CARD = 'pm_card_threeDSecure2Required';

const refresh = (buyer: Buyer, id: number, token = buyer.token) =>
  app.call(paymentEndpoints.refreshPayment, { token, params: { id } });

async function answerBank(url: string | null, outcome: 'complete' | 'fail') {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(url ?? '', {
    method: 'POST',
    headers,
    body: `outcome=${outcome}`,
    redirect: 'manual',
  });
  expect(response.status).toBe(303);
  return response.headers.get('location');
}

async function startStepUp() {
  const buyer = await buildBuyer(app, STEP_UP_CARD);
  const album = await buildViewedAlbum(app, buyer);
  app.sandbox.webhooks.pause();
  const { status, body } = await payForAlbum(app, buyer, album.id);
  expect(status).toBe(200);
  return { buyer, album, payment: body };
}

describe('a bank that wants to see the buyer', () => {
  test('is answered on its page, and the payment succeeds at the next refresh', async () => {
    const { buyer, payment } = await startStepUp();
    expect(payment).toMatchObject({
      status: 'requires_action',
      client_secret: expect.stringContaining('_secret_'),
      next_action_url: expect.stringContaining('/3ds/'),
    });
    expect((await booksOf(app, buyer.id)).entitlements).toEqual([]);
    const back = await answerBank(payment.next_action_url, 'complete');
    expect(back).toContain(`/checkout/${payment.order_key}?payment=${payment.id}`);
    expect(await refresh(buyer, payment.id)).toMatchObject({
      status: 200,
      body: { status: 'succeeded', client_secret: null, next_action_url: null },
    });
    const { entitlements, entries } = await booksOf(app, buyer.id);
    expect([entitlements.length, entries.length]).toEqual([1, 1]);
  });

  test('and whose yes reached the provider is never called "not charged" while the provider does not answer', async () => {
    const { buyer, payment } = await startStepUp();
    await answerBank(payment.next_action_url, 'complete');
    app.sandbox.faults.untilCleared({ operation: 'paymentIntents.retrieve', kind: 'api_error' });
    const answer = await refresh(buyer, payment.id);
    expect(answer).toMatchObject({ status: 503, error: { code: 'payment_unclear' } });
    expect(answer.error?.message).not.toMatch(/not charged|nothing was charged/i);
    app.sandbox.faults.clear();
    expect(await refresh(buyer, payment.id)).toMatchObject({ body: { status: 'succeeded' } });
  });

  test('that refuses leaves a clear message, and the buyer can try again', async () => {
    const { buyer, album, payment } = await startStepUp();
    await answerBank(payment.next_action_url, 'fail');
    expect(await refresh(buyer, payment.id)).toMatchObject({
      status: 200,
      body: { status: 'failed', failure: { code: 'authentication_failed' } },
    });
    const paymentMethodId = await keepCard(app, buyer, 'pm_card_visa');
    const answer = await payForAlbum(app, buyer, album.id, { paymentMethodId });
    expect(answer).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect((await booksOf(app, buyer.id)).entries).toHaveLength(1);
  });

  test('is shown again when the buyer clicks again with the same card', async () => {
    const { buyer, album, payment } = await startStepUp();
    const again = await payForAlbum(app, buyer, album.id);
    expect(again.body).toEqual(payment);
  });

  test('is left for another card: the first attempt is canceled, so that only one can be charged', async () => {
    const { buyer, album, payment } = await startStepUp();
    const paymentMethodId = await keepCard(app, buyer, 'pm_card_visa');
    const answer = await payForAlbum(app, buyer, album.id, { paymentMethodId });
    expect(answer).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(answer.body.id).not.toBe(payment.id);
    const late = await fetch(payment.next_action_url ?? '', { method: 'POST', body: 'outcome=complete' });
    expect(late.status).toBe(404);
    const { attempts, entries } = await booksOf(app, buyer.id);
    expect(attempts.map((attempt) => attempt.state)).toEqual(['failed', 'succeeded']);
    expect(entries).toHaveLength(1);
  });

  test('has been answered when the buyer tries another card: the first payment counts', async () => {
    const { buyer, album, payment } = await startStepUp();
    await answerBank(payment.next_action_url, 'complete');
    const paymentMethodId = await keepCard(app, buyer, 'pm_card_visa');
    const answer = await payForAlbum(app, buyer, album.id, { paymentMethodId });
    expect(answer.body).toMatchObject({ id: payment.id, status: 'succeeded' });
    expect((await booksOf(app, buyer.id)).entries).toHaveLength(1);
  });

  test('is settled by the event alone when the browser never comes back', async () => {
    const { buyer, payment } = await startStepUp();
    await answerBank(payment.next_action_url, 'complete');
    app.sandbox.webhooks.resume();
    const owned = async () => (await booksOf(app, buyer.id)).entitlements.length;
    await expect.poll(owned, { timeout: 15_000 }).toBe(1);
  });

  test('cancels the attempt after an hour if the buyer went away', async () => {
    const { buyer } = await startStepUp();
    app.advanceMinutes(61);
    await reconcilePayments(app.context);
    const { attempts } = await booksOf(app, buyer.id);
    expect(attempts).toMatchObject([{ state: 'failed', failureCode: 'authentication_failed' }]);
  });
});

test("another customer's payment is not found", async () => {
  const { buyer, payment } = await startStepUp();
  const stranger = await buildBuyer(app);
  expect(await refresh(buyer, payment.id, stranger.token)).toMatchObject({ status: 404 });
});
