import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sweepProvider } from '#server/modules/provider-events/sweep.ts';
import { buildBuyer, buildViewedAlbum, payForAlbum, startPayingApp } from '#server/testing/paying-app.ts';
import { checkLedger, compareLedger } from './check-ledger.ts';

const app = await startPayingApp();

/** A charge that nothing here has made. */
const chargeElsewhere = async (metadata: Record<string, string> = {}, method = 'pm_card_visa') => {
  const intent = await app.stripe.paymentIntents.create({
    amount: 5_000,
    currency: 'usd',
    payment_method: method,
    allowed_payment_method_types: ['card'],
    confirm: true,
    metadata,
    return_url: 'https://shop.example/done',
  });
  return { intent: intent.id, charge: String(intent.latest_charge) };
};

test('payments of another shop on the same account are counted, and fail no check', async () => {
  const buyer = await buildBuyer(app);
  await payForAlbum(app, buyer, (await buildViewedAlbum(app, buyer)).id);
  const first = await chargeElsewhere({ shop_order: '77' });
  const second = await chargeElsewhere({}, 'pm_card_createDispute');
  const refund = await app.stripe.refunds.create({ payment_intent: first.intent, amount: 1_200 });
  app.advanceMinutes(60);
  await app.sandbox.settle();
  await sweepProvider(app.context);
  const { differences, foreign } = await compareLedger(app.context, 0);
  expect(differences).toEqual([]);
  expect(foreign).toEqual(expect.arrayContaining([first.charge, second.charge, refund.id]));
  await checkLedger(app.context);
});

test('a payment with a key of ours that the ledger lacks still fails the check', async () => {
  const { charge } = await chargeElsewhere({ attempt: randomUUID() });
  app.advanceMinutes(60);
  await expect(checkLedger(app.context)).rejects.toThrow(`${charge}: ours 0, the provider's 5000`);
});
