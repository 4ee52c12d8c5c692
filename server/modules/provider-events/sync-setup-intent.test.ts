import { beforeAll, describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { CARD_CONSENT, CARD_CONSENT_VERSION } from '#contract/rules/cards.ts';
import { createBrowserTokens } from '#server/testing/browser-tokens.ts';
import { buildUser, eventually, type TestUser } from '#server/testing/factories.ts';
import { keepCard, sharePayingApp } from '#server/testing/paying-app.ts';
import { syncSetupIntent } from './receive-event.ts';
import { fetchUndeliveredEvents } from './reconcile.ts';

const app = await sharePayingApp();
let browser: Awaited<ReturnType<typeof createBrowserTokens>>;
beforeAll(async () => {
  browser = await createBrowserTokens(app);
});

const STEP_UP = '4000000000003220';

const cardsOf = async ({ token }: TestUser) =>
  (await app.call(accountEndpoints.me, { token })).body.payment_sources;
const setUp = async ({ token: session }: TestUser, token: string) =>
  (
    await app.call(paymentEndpoints.setUpCard, {
      token: session,
      body: { token, consent: CARD_CONSENT_VERSION },
    })
  ).body;
const finish = ({ token }: TestUser, setup: string) =>
  app.call(paymentEndpoints.finishCardSetup, { token, body: { setup } });
const remove = ({ token }: TestUser, id: number) =>
  app.call(paymentEndpoints.removePaymentMethod, { token, body: { id } });

async function confirmAtBank(url: string | null): Promise<void> {
  await fetch(url ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'outcome=complete',
    redirect: 'manual',
  });
}

/** The bank agrees, and the browser is closed before it comes back to us. */
async function setUpAndLeave(user: TestUser, number = STEP_UP): Promise<string> {
  const { setup, next_action_url: url } = await setUp(user, await browser.paymentMethod({ number }));
  expect(await cardsOf(user)).toEqual([]);
  await confirmAtBank(url);
  return setup;
}

const untilKept = (user: TestUser) =>
  eventually(async () => ((await cardsOf(user)).length > 0 ? true : undefined), 'the card to be kept');

describe('a card whose owner closed the browser at the bank', () => {
  test('is kept once by the event, with the consent, also when the event comes twice and the owner comes back', async () => {
    const user = await buildUser(app);
    app.sandbox.webhooks.next({ kind: 'duplicate', times: 9 });
    const before = Date.now() - 2_000;
    const setup = await setUpAndLeave(user);
    await app.sandbox.webhooks.deliverNow();
    await untilKept(user);
    await Promise.all([finish(user, setup), finish(user, setup)]);
    const cards = await cardsOf(user);
    expect(cards).toMatchObject([{ last4: STEP_UP.slice(-4), consent: { words: CARD_CONSENT } }]);
    const { consentAt } = await app.context.db
      .selectFrom('paymentSources')
      .select('consentAt')
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(new Date(consentAt ?? 0).getTime()).toBeGreaterThan(before);
  });

  test('is kept when the event was lost as well', async () => {
    const user = await buildUser(app);
    app.sandbox.webhooks.next({ kind: 'drop', times: 99 });
    await setUpAndLeave(user);
    await app.sandbox.webhooks.deliverNow();
    expect(await cardsOf(user)).toEqual([]);
    await fetchUndeliveredEvents(app.context);
    await untilKept(user);
  });

  test('does not come back by a late event after its owner has removed it', async () => {
    const user = await buildUser(app);
    app.sandbox.webhooks.pause();
    const setup = await setUpAndLeave(user);
    const { body } = await finish(user, setup);
    await remove(user, body.card?.id ?? 0);
    await syncSetupIntent(app.context, { eventId: 0, setupId: setup });
    expect(await finish(user, setup)).toMatchObject({ status: 404 });
    expect(await cardsOf(user)).toEqual([]);
  });

  test('that is a second copy stays one card, and stays away after that card was removed', async () => {
    const user = await buildUser(app);
    const id = await keepCard(app, user, await browser.paymentMethod());
    const { setup } = await setUp(user, await browser.paymentMethod());
    const { payment_method: copy } = await app.stripe.setupIntents.retrieve(setup);
    await eventually(async () => {
      const { customer } = await app.stripe.paymentMethods.retrieve(String(copy));
      return customer === null || undefined;
    }, 'the copy to be detached');
    await syncSetupIntent(app.context, { eventId: 0, setupId: setup });
    expect(await finish(user, setup)).toMatchObject({ status: 200, body: { card: { id } } });
    expect(await cardsOf(user)).toMatchObject([{ id }]);
    await remove(user, id);
    await syncSetupIntent(app.context, { eventId: 0, setupId: setup });
    expect(await finish(user, setup)).toMatchObject({ status: 404 });
    expect(await cardsOf(user)).toEqual([]);
  });
});

test('a setup that something else made with the same account keeps no card', async () => {
  const user = await buildUser(app);
  await keepCard(app, user, await browser.paymentMethod());
  const { customerId } = await app.context.db
    .selectFrom('paymentCustomers')
    .select('customerId')
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow();
  const setup = await app.stripe.setupIntents.create({
    allowed_payment_method_types: ['card'],
    confirm: true,
    customer: customerId ?? '',
    payment_method: await browser.paymentMethod({ number: '5555555555554444' }),
  });
  await syncSetupIntent(app.context, { eventId: 0, setupId: setup.id });
  expect(await cardsOf(user)).toMatchObject([{ last4: '4242' }]);
});
