import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { rounds } from '#server/testing/chaos.ts';
import { idOf, pay, startTestSandbox } from '#server/testing/sandbox.ts';

const KILLS = rounds({ usually: 1, inChaos: 10 });
const t = startTestSandbox();
const ENTRY = fileURLToPath(new URL('../../server/testing/sandbox-process.ts', import.meta.url));

test('everything is still there after a restart', async () => {
  const customer = (await t.stripe.customers.create()).id;
  const card = await t.stripe.paymentMethods.attach('pm_card_visa', { customer });
  const held = await pay(t.stripe, 'pm_card_visa', { capture_method: 'manual' });
  const paid = await pay(t.stripe, 'pm_card_visa');
  const before = await t.stripe.events.list({ limit: 5 });
  await t.restart();
  expect((await pay(t.stripe, card.id, { customer })).status).toBe('succeeded');
  expect((await t.stripe.paymentIntents.capture(held.id)).status).toBe('succeeded');
  expect((await t.stripe.refunds.create({ payment_intent: paid.id })).status).toBe('succeeded');
  const ids = (await t.stripe.events.list({ limit: 100 })).data.map(({ id }) => id);
  for (const { id } of before.data) expect(ids).toContain(id);
});

test('an event that waited is delivered after a restart', async () => {
  t.sandbox.webhooks.pause();
  const { id } = await t.stripe.customers.create();
  const told = () => t.endpoint.received.map(({ event }) => (event.data.object as { id: string }).id);
  expect(told()).not.toContain(id);
  await t.restart();
  await expect.poll(told).toContain(id);
});

test('two processes on one database share books and idempotency keys', async () => {
  const child = await startProcess();
  const other = clientOf(child.port, 5);
  const call = (stripe: Stripe) =>
    stripe.customers.create({ email: 'shared@example.test' }, { idempotencyKey: 'shared' });
  const made = await Promise.all([call(t.stripe), call(other), call(t.stripe), call(other)]);
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  child.process.kill('SIGKILL');
  await child.ended;
});

test('a kill -9 in the middle of payments leaves whole payments or none, and retries finish the rest', async () => {
  t.sandbox.webhooks.pause();
  const orders = Array.from({ length: 40 }, (_, index) => `order-${index}`);
  const buy = (stripe: Stripe, order: string) =>
    stripe.paymentIntents.create(
      {
        amount: 2000,
        currency: 'usd',
        allowed_payment_method_types: ['card'],
        capture_method: 'automatic',
        payment_method: 'pm_card_visa',
        confirm: true,
        metadata: { order },
      },
      { idempotencyKey: `pay_${order}` },
    );
  for (let round = 0; round < KILLS; round++) {
    const child = await startProcess();
    const doomed = clientOf(child.port);
    const tries = orders.map((order) => buy(doomed, order));
    await Promise.any(tries);
    child.process.kill('SIGKILL');
    await Promise.allSettled([...tries, child.ended]);
  }
  await Promise.all(orders.map((order) => buy(t.client({ maxNetworkRetries: 5 }), order)));

  const intents = await t.stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  const bought = intents.filter(({ metadata }) => metadata.order?.startsWith('order-'));
  expect(bought.map(({ metadata }) => metadata.order).sort()).toEqual(orders.toSorted());
  const events = await t.stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
  const told = events.flatMap(({ type, data }) =>
    type === 'payment_intent.succeeded' ? [data.object.id] : [],
  );
  const lines = await t.stripe.balanceTransactions.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
  for (const intent of bought) {
    expect(intent.status).toBe('succeeded');
    expect(told.filter((id) => id === intent.id)).toHaveLength(1);
    const booked = lines.filter(({ source }) => source === idOf(intent.latest_charge));
    expect(booked).toMatchObject([{ amount: 2000 }]);
  }
});

async function startProcess() {
  const child: ChildProcess = spawn(process.execPath, [ENTRY, t.databaseUrl, t.endpoint.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  return { process: child, port: Number(String(line).trim()), ended };
}

function clientOf(port: number, maxNetworkRetries = 0): Stripe {
  return new Stripe('sk_test_encore', {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries,
    timeout: 5000,
  });
}
