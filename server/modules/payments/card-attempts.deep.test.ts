import { expect, test } from 'vitest';
import { overviewEndpoints } from '#contract/endpoints/overview.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { cardAttemptEndpoints } from '#contract/endpoints/refunds.ts';
import { CARD_ATTEMPT_LIMITS } from '#contract/rules/cards.ts';
import { reconcilePayments } from '#server/modules/provider-events/reconcile.ts';
import { buildUser } from '#server/testing/factories.ts';
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
const { account, card: cardLimit } = CARD_ATTEMPT_LIMITS;
const BAD_CARD = 'pm_card_chargeCustomerFail';

/** Puts declines of other cards on record, as if the account had tried them. */
async function declineOthers(buyer: Buyer, count: number) {
  const now = app.context.clock.now();
  const rows = Array.from({ length: count }, (_, index) => ({
    userId: buyer.id,
    fingerprint: `other-${buyer.id}-${index}`,
    outcome: 'declined',
    createdAt: now,
  }));
  await app.context.db.insertInto('cardAttempts').values(rows).execute();
}
const tryAdding = (token: string, card: string) =>
  app.call(paymentEndpoints.addPaymentMethod, { token, body: { token: card } });

test('one card is tried a few times a day, the bank is asked first, and then the time to wait is said', async () => {
  const buyer = await buildBuyer(app, BAD_CARD);
  const statuses: number[] = [];
  for (let i = 0; i < cardLimit.block + 3; i++) {
    const album = await buildViewedAlbum(app, buyer);
    statuses.push((await payForAlbum(app, buyer, album.id)).status);
  }
  expect(statuses.filter((status) => status === 402)).toHaveLength(cardLimit.block);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  const { attempts } = await booksOf(app, buyer.id);
  expect(attempts.map(({ asksBank }) => asksBank)).toEqual([false, false, true, true, true]);
  const album = await buildViewedAlbum(app, buyer);
  const refused = await payForAlbum(app, buyer, album.id);
  expect(refused.error).toMatchObject({ code: 'card_attempts_exceeded', message: /Try again in 24 hours/ });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600);
  app.advanceMinutes(cardLimit.minutes + 1);
  expect(await payForAlbum(app, buyer, album.id)).toMatchObject({ status: 402 });
});

test('many cards saved by one new account are refused after a few declines, also all at once', async () => {
  const one = await buildUser(app);
  const statuses: number[] = [];
  for (let i = 0; i < account.block + 3; i++)
    statuses.push((await tryAdding(one.token, 'pm_card_visa_chargeDeclined')).status);
  expect(statuses.filter((status) => status === 402)).toHaveLength(account.block);
  expect(statuses.slice(account.block)).toEqual([429, 429, 429]);
  const other = await buildUser(app);
  const answers = await Promise.all(
    Array.from({ length: account.block + 4 }, () => tryAdding(other.token, 'pm_card_visa_chargeDeclined')),
  );
  expect(answers.filter(({ status }) => status === 402).length).toBeLessThanOrEqual(account.block);
  expect(answers.every(({ status }) => status === 402 || status === 429)).toBe(true);
});

test('a provider that does not answer locks nobody out', async () => {
  const buyer = await buildBuyer(app);
  const answers: string[] = [];
  for (let i = 0; i < account.block + 1; i++) {
    app.sandbox.faults.next({ operation: 'paymentIntents.create', kind: 'reset', when: 'before', times: 3 });
    const album = await buildViewedAlbum(app, buyer);
    answers.push((await payForAlbum(app, buyer, album.id)).body.status);
  }
  expect(answers).toEqual(answers.map(() => 'processing'));
  const album = await buildViewedAlbum(app, buyer);
  expect(await payForAlbum(app, buyer, album.id)).toMatchObject({
    status: 200,
    body: { status: 'succeeded' },
  });
  const { token } = await buildUser(app, { role: 'customer_support' });
  const shown = await app.call(cardAttemptEndpoints.cardAttemptsOfUser, { token, params: { id: buyer.id } });
  expect(shown.body).toMatchObject({ state: 'free', declined: 0 });
});

test('declines that become known late count', async () => {
  const buyer = await buildBuyer(app, BAD_CARD);
  for (let i = 0; i < cardLimit.block; i++) {
    app.sandbox.faults.next({ operation: 'paymentIntents.create', kind: 'reset', when: 'after', times: 3 });
    const album = await buildViewedAlbum(app, buyer);
    expect((await payForAlbum(app, buyer, album.id)).body.status).toBe('processing');
  }
  app.advanceMinutes(3);
  await reconcilePayments(app.context);
  const album = await buildViewedAlbum(app, buyer);
  expect(await payForAlbum(app, buyer, album.id)).toMatchObject({
    status: 429,
    error: { code: 'card_attempts_exceeded' },
  });
});

test('cards tried while the provider was silent are not tested past the limit afterwards', async () => {
  const buyer = await buildBuyer(app, BAD_CARD);
  for (let i = 0; i < cardLimit.block + 3; i++) {
    app.sandbox.faults.next({ operation: 'paymentIntents.create', kind: 'reset', when: 'before', times: 3 });
    const album = await buildViewedAlbum(app, buyer);
    expect((await payForAlbum(app, buyer, album.id)).body.status).toBe('processing');
  }
  app.advanceMinutes(3);
  await reconcilePayments(app.context);
  const { attempts } = await booksOf(app, buyer.id);
  const failures = attempts.map(({ failureCode }) => failureCode);
  expect(failures.filter((failure) => failure === 'card_declined')).toHaveLength(cardLimit.block);
  expect(failures.filter((failure) => failure === 'processing_error')).toHaveLength(3);
});

test('after some declines a card that can be confirmed has to be', async () => {
  const buyer = await buildBuyer(app, 'pm_card_threeDSecureOptional');
  const first = await payForAlbum(app, buyer, (await buildViewedAlbum(app, buyer)).id);
  expect(first.body).toMatchObject({ status: 'succeeded' });
  // The payment makes up for three declines.
  await declineOthers(buyer, account.challenge + 3);
  const second = await payForAlbum(app, buyer, (await buildViewedAlbum(app, buyer)).id);
  expect(second.body).toMatchObject({ status: 'requires_action' });
});

test('a family whose first card fails pays with the next, and the account is free again', async () => {
  const buyer = await buildBuyer(app, BAD_CARD);
  const album = await buildViewedAlbum(app, buyer);
  expect(await payForAlbum(app, buyer, album.id)).toMatchObject({ status: 402 });
  const paymentMethodId = await keepCard(app, buyer, 'pm_card_visa');
  expect(await payForAlbum(app, buyer, album.id, { paymentMethodId })).toMatchObject({ status: 200 });
});

test('an account that is blocked can still take what costs nothing', async () => {
  const buyer = await buildBuyer(app);
  await declineOthers(buyer, account.block);
  const album = await buildViewedAlbum(app, buyer, { sharePriceCents: 0, imagePriceCents: null });
  expect(await payForAlbum(app, buyer, album.id, { amount: 0 })).toMatchObject({ status: 200 });
  const other = await buildViewedAlbum(app, buyer);
  expect(await payForAlbum(app, buyer, other.id)).toMatchObject({ status: 429 });
});

test('staff see a blocked account and lift the limit, on record', async () => {
  const buyer = await buildBuyer(app);
  await declineOthers(buyer, account.block);
  const { token } = await buildUser(app, { role: 'customer_support' });
  const of = { token, params: { id: buyer.id } };
  expect((await app.call(cardAttemptEndpoints.cardAttemptsOfUser, of)).body).toMatchObject({
    state: 'blocked',
    declined: account.block,
    blocked_until: expect.any(String),
  });
  const overview = await app.call(overviewEndpoints.adminOverview, { token, query: { time_zone: 'UTC' } });
  const named = overview.body.card_testing?.cases.find(({ customer }) => customer === buyer.id);
  expect(named).toMatchObject({ declined: account.block });
  expect((await app.call(cardAttemptEndpoints.liftCardAttempts, of)).body).toMatchObject({
    state: 'free',
    declined: 0,
  });
  const album = await buildViewedAlbum(app, buyer);
  expect(await payForAlbum(app, buyer, album.id)).toMatchObject({ status: 200 });
  const audits = await app.context.db
    .selectFrom('auditLog')
    .select('action')
    .where('subject', '=', `user:${buyer.id}`)
    .execute();
  expect(audits.map(({ action }) => action)).toContain('card-attempts.lift');
});

test('other accounts are not affected', async () => {
  const [tester, parent] = [await buildBuyer(app), await buildBuyer(app)];
  await declineOthers(tester, account.block);
  const album = await buildViewedAlbum(app, parent);
  expect(await payForAlbum(app, parent, album.id)).toMatchObject({ status: 200 });
});

test('a token of the older card form works, and anything else says what is expected', async () => {
  const { token } = await buildUser(app);
  expect(await tryAdding(token, 'tok_visa')).toMatchObject({
    status: 200,
    body: { brand: 'visa', last4: '4242' },
  });
  expect(await tryAdding(token, '4242424242424242')).toMatchObject({
    status: 400,
    error: {
      details: [{ message: 'Send a token of the card provider that begins with pm_, tok_ or ctoken_' }],
    },
  });
});
