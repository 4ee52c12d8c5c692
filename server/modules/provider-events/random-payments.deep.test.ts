import fc from 'fast-check';
import type Stripe from 'stripe';
import { beforeAll, expect, test } from 'vitest';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { CARD_CONSENT_VERSION } from '#contract/rules/cards.ts';
import type { Fault } from '#engines/card-sandbox/faults.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { chooseCard } from '#server/modules/payments/cards.ts';
import { paySingle } from '#server/modules/payments/pay.ts';
import { PaymentUnknown } from '#server/platform/payments/payment-types.ts';
import { createBrowserTokens } from '#server/testing/browser-tokens.ts';
import { ROUNDS_TIMEOUT, rounds } from '#server/testing/chaos.ts';
import {
  ALBUM_PRICE,
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  customerActor,
  keepCard,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { fetchUndeliveredEvents, reconcilePayments } from './reconcile.ts';

const app = await startPayingApp();
let browser: Awaited<ReturnType<typeof createBrowserTokens>>;
beforeAll(async () => {
  browser = await createBrowserTokens(app);
});
const RUNS = rounds({ usually: 8, inChaos: 200 });

type Cards = { good: number; declined: number; stepUp: number };
type Purchase = { buyer: Buyer; albumId: number; cards: Cards; hasFaults: boolean };
type Step =
  | { kind: 'click'; card: keyof Cards; times: number }
  | { kind: 'wallet'; keeps: boolean; stepsUp: boolean; times: number }
  | { kind: 'kill'; at: 'pay' | 'getPayment'; isWallet: boolean }
  | { kind: 'fault'; fault: Fault }
  | { kind: 'webhooks'; fault: 'delay' | 'drop' | 'duplicate'; reverse: boolean }
  | { kind: 'deliver' | 'reconcile' | 'authenticate' }
  | { kind: 'wait'; minutes: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('click' as const),
    card: fc.constantFrom('good' as const, 'declined' as const, 'stepUp' as const),
    times: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    kind: fc.constant('wallet' as const),
    keeps: fc.boolean(),
    stepsUp: fc.boolean(),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    kind: fc.constant('kill' as const),
    at: fc.constantFrom('pay' as const, 'getPayment' as const),
    isWallet: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('fault' as const),
    fault: fc.record({
      operation: fc.constantFrom('paymentIntents.create', 'paymentIntents.retrieve', 'paymentIntents.cancel'),
      kind: fc.constantFrom(
        'api_error' as const,
        'reset' as const,
        'rate_limit' as const,
        'conflict' as const,
      ),
      when: fc.constantFrom('before' as const, 'after' as const),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  }),
  fc.record({
    kind: fc.constant('webhooks' as const),
    fault: fc.constantFrom('delay' as const, 'drop' as const, 'duplicate' as const),
    reverse: fc.boolean(),
  }),
  fc.record({
    kind: fc.constantFrom('deliver' as const, 'reconcile' as const, 'authenticate' as const),
  }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(1, 3, 65) }),
);

async function take(step: Step, purchase: Purchase): Promise<void> {
  const { buyer, albumId, cards } = purchase;
  switch (step.kind) {
    case 'click': {
      const click = () => payForAlbum(app, buyer, albumId, { paymentMethodId: cards[step.card] });
      const answers = await Promise.all(Array.from({ length: step.times }, click));
      for (const answer of answers) await expectTrue(answer, purchase);
      return;
    }
    case 'wallet': {
      const { keeps, stepsUp, times } = step;
      const token = await makeWalletToken({ keeps, stepsUp });
      const card = { token, ...(keeps ? { consent: CARD_CONSENT_VERSION } : {}) };
      const body = { albumId, paymentMethodId: null, card, amount: ALBUM_PRICE, facial: false };
      const press = () => app.call(paymentEndpoints.payForAlbum, { token: buyer.token, body });
      const answers = await Promise.all(Array.from({ length: times }, press));
      for (const answer of answers) await expectTrue(answer, purchase);
      return;
    }
    case 'kill': {
      const payments = { ...app.context.payments, [step.at]: () => Promise.reject(new Error('killed')) };
      const chosen = step.isWallet ? await chooseWallet(buyer) : { cardId: cards.good };
      const request = { ...chosen, amountCents: ALBUM_PRICE, facial: false };
      const purchase = { choice: { albumId }, request };
      await paySingle({ ...app.context, payments }, customerActor(buyer), purchase).catch(() => undefined);
      return;
    }
    case 'fault':
      purchase.hasFaults = true;
      return app.sandbox.faults.next(step.fault);
    case 'webhooks':
      app.sandbox.webhooks.next({ kind: step.fault, seconds: 90, times: 3 });
      return app.sandbox.webhooks.reverse(step.reverse);
    case 'deliver':
      await app.sandbox.webhooks.deliverNow();
      return;
    case 'reconcile':
      // A fault may leave an outcome unknown, which the next run settles.
      return reconcilePayments(app.context).catch((error: unknown) => {
        if (!(error instanceof PaymentUnknown)) throw error;
      });
    case 'authenticate':
      return authenticateAll(buyer);
    case 'wait':
      return app.advanceMinutes(step.minutes);
  }
}

type Answer = { status: number; error: { code: string } | undefined };

/** Only a payment that exists is joined, has failed or is in the way; without an answer of the provider nobody knows. */
async function expectTrue({ status, error }: Answer, { buyer, hasFaults }: Purchase): Promise<void> {
  const { attempts, entitlements } = await booksOf(app, buyer.id);
  if (status === 503) expect(hasFaults).toBe(true);
  else if (status === 402) expect(attempts.map(({ state }) => state)).toContain('failed');
  else if (error?.code === 'already_owned') expect(entitlements).toHaveLength(1);
  else {
    expect(attempts).not.toEqual([]);
    expect(error?.code ?? status).toBe(status === 200 ? 200 : 'payment_in_progress');
  }
}

const makeWalletToken = ({ keeps, stepsUp }: { keeps: boolean; stepsUp: boolean }) =>
  browser.confirmationToken({
    wallet: 'apple_pay',
    keeps,
    ...(stepsUp ? { number: '4000000000003220' } : {}),
  });

async function chooseWallet(buyer: Buyer) {
  const card = {
    token: await makeWalletToken({ keeps: true, stepsUp: false }),
    consent: CARD_CONSENT_VERSION,
  };
  return chooseCard(app.context, customerActor(buyer), { paymentMethodId: null, card, device: 'phone' });
}

/** The buyer confirms every payment that still waits for the bank. */
async function authenticateAll(buyer: Buyer): Promise<void> {
  const { attempts } = await booksOf(app, buyer.id);
  for (const { intentId } of attempts) {
    if (!intentId) continue;
    const intent = await app.stripe.paymentIntents.retrieve(intentId).catch(() => undefined);
    const url = intent && bankPageOf(intent);
    if (url) await fetch(url, { method: 'POST', body: 'outcome=complete', redirect: 'manual' });
  }
}

/** A wallet leaves the bank's page to the provider's script, which tests do not run. */
function bankPageOf({ next_action: next }: Stripe.PaymentIntent): string | undefined {
  const sdk = next?.use_stripe_sdk as { stripe_js?: string } | undefined;
  return next?.redirect_to_url?.url ?? sdk?.stripe_js;
}

async function reconcile(): Promise<void> {
  app.sandbox.faults.clear();
  app.sandbox.webhooks.clear();
  await app.sandbox.webhooks.deliverNow();
  for (const minutes of [3, 65]) {
    app.advanceMinutes(minutes);
    await reconcilePayments(app.context);
  }
  await fetchUndeliveredEvents(app.context);
}

/** A wallet's card is kept only if it has paid and the buyer agreed to it. The first card is the same one. */
async function expectKeptByConsent(
  { id }: Buyer,
  attempts: Awaited<ReturnType<typeof booksOf>>['attempts'],
): Promise<void> {
  const kept = await app.context.db
    .selectFrom('paymentSources')
    .select(['fingerprint', 'consentVersion'])
    .where('userId', '=', id)
    .where('isOnce', '=', false)
    .where('removedAt', 'is', null)
    .execute();
  expect(new Set(kept.map(({ fingerprint }) => fingerprint)).size).toBe(kept.length);
  const hasAgreed = attempts.some(
    ({ state, consentVersion }) => state === 'succeeded' && consentVersion !== null,
  );
  expect(kept.some(({ consentVersion }) => consentVersion !== null)).toBe(hasAgreed);
}

async function paidCharges(buyer: Buyer): Promise<string[]> {
  const { db } = app.context;
  const { customerId } = await db
    .selectFrom('paymentCustomers')
    .select('customerId')
    .where('userId', '=', buyer.id)
    .executeTakeFirstOrThrow();
  const charges = await app.charges();
  return charges.flatMap(({ id, customer, paid }) => (customer === customerId && paid ? [id] : []));
}

test('whatever happens in whatever order, an album is charged at most once and owned only if it was charged', {
  timeout: ROUNDS_TIMEOUT,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 2, maxLength: 8 }), async (sequence) => {
      app.sandbox.webhooks.pause();
      const buyer = await buildBuyer(app);
      const album = await buildViewedAlbum(app, buyer);
      const cards = {
        good: buyer.sourceId,
        declined: await keepCard(app, buyer, 'pm_card_chargeCustomerFail'),
        stepUp: await keepCard(app, buyer, 'pm_card_threeDSecure2Required'),
      };
      const purchase = { buyer, albumId: album.id, cards, hasFaults: false };
      for (const step of sequence) await take(step, purchase);
      await reconcile();
      const { attempts, entitlements, entries } = await booksOf(app, buyer.id);
      const charges = await paidCharges(buyer);
      expect(charges.length).toBeLessThanOrEqual(1);
      expect(entries.map((entry) => entry.externalId)).toEqual(charges);
      expect(entitlements.length).toBe(charges.length);
      expect(attempts.filter(({ state }) => state === 'succeeded').length).toBe(charges.length);
      expect(attempts.filter(({ state }) => !['succeeded', 'failed'].includes(state))).toEqual([]);
      await expectKeptByConsent(buyer, attempts);
    }),
    { numRuns: RUNS },
  );
  expect(await findLedgerDifferences(app.context, -1)).toEqual([]);
});
