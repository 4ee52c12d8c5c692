import { expect, test } from 'vitest';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { buildApp } from './app.ts';
import { startSandbox } from './start-sandbox.ts';
import { buildAlbum } from './testing/catalogue-factories.ts';
import { buildUser, eventually } from './testing/factories.ts';
import { markViewed } from './testing/paying-app.ts';
import { startTestApp } from './testing/test-app.ts';

const testApp = startTestApp({ PORT: '0' });

test('without keys the bundled sandbox takes the cards and tells us by webhook', async () => {
  const provider = await startSandbox(testApp.context);
  const app = await buildApp(provider.context);
  try {
    await provider.mount(app);
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    provider.notifyAddress(address);
    const user = await buildUser(testApp);
    const album = await buildAlbum(testApp);
    await markViewed(testApp, user.id, album.id);
    const post = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' };
      const response = await fetch(`${address}/api${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return (await response.json()) as { id: number; status: string };
    };
    const card = await post(paymentEndpoints.addPaymentMethod.path, { token: 'pm_card_visa' });
    const purchase = { albumId: album.id, paymentMethodId: card.id, amount: 1995, facial: false };
    const payment = await post(paymentEndpoints.payForAlbum.path, purchase);
    expect(payment.status).toBe('succeeded');
    const { db } = testApp.context;
    await eventually(
      () =>
        db
          .selectFrom('externalEvents')
          .select('id')
          .where('type', '=', 'payment_intent.succeeded')
          .executeTakeFirst(),
      'the event of the payment',
    );
    expect((await fetch(`${address}/sandbox/3ds/pi_absent/none`)).status).toBe(404);
  } finally {
    await app.close();
    await provider.stop();
  }
});

test('API processes and workers have sandboxes of their own that know the same payments', async () => {
  const { context } = testApp;
  const started = await Promise.all(
    (['api', 'api', 'worker'] as const).map((role) =>
      startSandbox({ ...context, config: { ...context.config, role } }),
    ),
  );
  try {
    const [first, second, worker] = started.map((provider) => provider.context.payments);
    const customer = { key: 'shared', email: 'riley@example.test', name: 'Riley' };
    const id = await first?.createCustomer(customer);
    expect(await second?.createCustomer(customer)).toBe(id);
    expect(await worker?.createCustomer(customer)).toBe(id);
  } finally {
    for (const provider of started) await provider.stop();
  }
});

test('the sandbox does not start on a database in which real money was taken', async () => {
  const { db } = testApp.context;
  await db.updateTable('paymentAttempts').set({ mode: 'live' }).execute();
  await expect(startSandbox(testApp.context)).rejects.toThrow(/^STRIPE_SECRET_KEY: is needed/);
});
