import { expect } from 'vitest';
import { amountOfSharesCents } from '#contract/rules/orders.ts';
import type { Context } from '#server/context.ts';
import { settleReturned } from '#server/modules/after-sale/returned-refunds.ts';
import { findPool, listLiveShares } from '#server/modules/group-orders/pools.queries.ts';
import { takeShares } from '#server/modules/group-orders/take-shares.ts';
import { fetchUndeliveredEvents, reconcilePayments } from '#server/modules/provider-events/reconcile.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { buildUser } from './factories.ts';
import { type Buyer, buildBuyer, customerActor, keepCard, type PayingApp } from './paying-app.ts';
import { booksOfPool, type ProviderView, type TestPool } from './pools.ts';

export type Person = Buyer & { cards: { good: number; declined: number; stepUp: number } };
export type ProviderCall = 'pay' | 'getPayment' | 'capturePayment' | 'cancelPayment' | 'refund';
export const PROVIDER_CALLS: ProviderCall[] = [
  'pay',
  'getPayment',
  'capturePayment',
  'cancelPayment',
  'refund',
];

class Killed extends Error {}

/** The process dies just before the provider call, or after it and before the answer is saved. */
export function dyingAt(app: PayingApp, call: ProviderCall, when: 'before' | 'after'): Context {
  const { payments } = app.context;
  const die = async (...args: never[]) => {
    if (when === 'after') await (payments[call] as (...given: never[]) => Promise<unknown>)(...args);
    throw new Killed();
  };
  return { ...app.context, payments: { ...payments, [call]: die } };
}

export async function unlessRefused(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof AppError || error instanceof Killed)) throw error;
  }
}

export async function takeInside(
  context: Context,
  person: Person,
  pool: TestPool,
  { shares, card }: { shares: number; card: number },
) {
  const taken = new Set((await listLiveShares(context.db, [pool.orderId])).map(({ position }) => position));
  const free = [0, 1, 2, 3, 4, 5, 6].filter((position) => !taken.has(position)).slice(0, shares);
  const amountCents = free.reduce((sum, at) => sum + amountOfSharesCents(pool.totalCents, at, 1), 0);
  const request = { shares, cardId: card, amountCents };
  await unlessRefused(takeShares(context, customerActor(person), { ref: pool.key, request }));
}

/** Ends all faults, delivers every lost message and passes all deadlines. */
export async function settleAll(app: PayingApp, pool: TestPool): Promise<void> {
  const { db } = app.context;
  app.sandbox.faults.clear();
  app.sandbox.webhooks.clear();
  await app.sandbox.webhooks.deliverNow();
  for (const minutes of [3, 35]) {
    app.advanceMinutes(minutes);
    await reconcilePayments(app.context);
  }
  await fetchUndeliveredEvents(app.context);
  const now = app.context.clock.now();
  await db
    .updateTable('pools')
    .set({ deadline: now })
    .where('orderId', '=', pool.orderId)
    .where('phase', 'in', ['filling', 'covering'])
    .execute();
  await db
    .updateTable('pools')
    .set({ coverDeadline: now })
    .where('orderId', '=', pool.orderId)
    .where('phase', '=', 'covering')
    .execute();
  for (let i = 0; i < 3; i++) {
    app.advanceMinutes(3);
    await reconcilePayments(app.context);
  }
  await sendRefusedAgain(app, pool);
}

/** Staff settle what the provider refused to refund. */
async function sendRefusedAgain(app: PayingApp, { orderId }: TestPool): Promise<void> {
  const { id: userId } = await buildUser(app, { role: 'customer_support' });
  const actor = { userId, role: 'customer_support', sessionId: 'test', isVerified: true } as const;
  const cases = await app.context.db
    .selectFrom('returnedRefunds')
    .select('id')
    .where('orderId', '=', orderId)
    .where('closedAt', 'is', null)
    .execute();
  for (const { id } of cases) {
    const settled = await settleReturned(app.context, actor, { id, how: 'refund_again', note: 'refused' });
    expect(settled).toEqual({ status: 'sent' });
  }
}

/** Either everyone who owns the pool has paid in full, or nobody has paid, owns or holds anything. */
export async function expectAllOrNothing(app: ProviderView, pool: TestPool): Promise<void> {
  const { db } = app.context;
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', pool.orderId)
    .executeTakeFirstOrThrow();
  const { attempts, entries, shares, entitlements, intents } = await booksOfPool(app, pool);
  expect(attempts.filter(({ state }) => !['succeeded', 'failed', 'released'].includes(state))).toEqual([]);
  expect(intents.filter(({ status }) => !['succeeded', 'canceled'].includes(status))).toEqual([]);
  for (const intent of intents) {
    const attempt = attempts.find(({ intentId }) => intentId === intent.id);
    const { data } = await app.stripe.refunds.list({ payment_intent: intent.id });
    const back = data.reduce((sum, one) => sum + (one.balance_transaction === null ? 0 : one.amount), 0);
    const own = entries.filter(({ attemptId }) => attemptId === attempt?.id);
    expect(own.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(intent.amount_received - back);
  }
  const net = entries.reduce((sum, entry) => sum + entry.amountCents, 0);
  const payers = new Set(shares.flatMap((share) => (share.state === 'paid' ? [share.userId] : [])));
  const owners = new Set(entitlements.map(({ userId }) => userId));
  expect((await findPool(db, pool.orderId))?.phase).toBe(order.state === 'paid' ? 'filled' : 'released');
  if (order.state === 'paid') {
    expect([net, owners]).toEqual([pool.totalCents, payers]);
    expect(entitlements.length).toBe(payers.size * pool.albumIds.length);
    expect(shares.filter(({ state }) => state === 'paid')).toHaveLength(7);
    return;
  }
  expect(['cancelled', 'expired']).toContain(order.state);
  expect([net, owners.size, payers.size]).toEqual([0, 0, 0]);
  for (const { id } of attempts) {
    const own = entries.filter(({ attemptId }) => attemptId === id);
    expect(own.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(0);
  }
}

export async function buildPerson(app: PayingApp): Promise<Person> {
  const buyer = await buildBuyer(app);
  return {
    ...buyer,
    cards: {
      good: buyer.sourceId,
      declined: await keepCard(app, buyer, 'pm_card_chargeCustomerFail'),
      stepUp: await keepCard(app, buyer, 'pm_card_threeDSecure2Required'),
    },
  };
}
