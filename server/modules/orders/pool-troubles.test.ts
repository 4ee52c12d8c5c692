import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOfSharesCents } from '#contract/rules/pool-split.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Fault } from '#server/sandbox/faults.ts';
import { type Buyer, buildBuyer, keepCard, startPayingApp } from '#server/testing/paying-app.ts';
import { booksOfPool, buildPool, type TestPool } from '#server/testing/pools.ts';
import { cancelOrder } from './cancel-order.ts';
import { chargePool } from './charge-pool.ts';
import { findLedgerDifferences } from './check-ledger.ts';
import { leavePool } from './leave-pool.ts';
import { findPool, listLiveShares } from './pool.queries.ts';
import { fetchUndeliveredEvents, reconcilePayments } from './reconcile.ts';
import { releaseHolds } from './release-pool.ts';
import { takeShares } from './take-shares.ts';

const app = await startPayingApp();
const RUNS = 25;

type Person = Buyer & { cards: { good: number; declined: number; stepUp: number } };
type ProviderCall = 'pay' | 'getPayment' | 'capturePayment' | 'cancelPayment' | 'refund';
const PROVIDER_CALLS: ProviderCall[] = ['pay', 'getPayment', 'capturePayment', 'cancelPayment', 'refund'];

class Killed extends Error {}

/** The process dies just before the call, or after it and before its answer is written down. */
function dyingAt(call: ProviderCall, when: 'before' | 'after'): Context {
  const { payments } = app.context;
  const die = async (...args: never[]) => {
    if (when === 'after') await (payments[call] as (...given: never[]) => Promise<unknown>)(...args);
    throw new Killed();
  };
  return { ...app.context, payments: { ...payments, [call]: die } };
}

async function unlessRefused(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof AppError || error instanceof Killed)) throw error;
  }
}

async function take(
  context: Context,
  person: Person,
  pool: TestPool,
  wish: { shares: number; card: number },
) {
  const taken = new Set(
    (await listLiveShares(app.context.db, [pool.orderId])).map(({ position }) => position),
  );
  const free = [0, 1, 2, 3, 4, 5, 6].filter((position) => !taken.has(position)).slice(0, wish.shares);
  const amountCents = free.reduce((sum, at) => sum + amountOfSharesCents(pool.totalCents, at, 1), 0);
  const offer = { shares: wish.shares, sourceId: wish.card, amountCents };
  await unlessRefused(takeShares(context, person.id, pool.key, offer));
}

/** Everything comes to rest: no trouble any more, every lost message found, the deadlines over. */
async function settleAll(pool: TestPool): Promise<void> {
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
}

/** Paid by everyone who owns it, to the cent; or nobody has paid a cent, owns anything or has money held. */
async function expectAllOrNothing(pool: TestPool): Promise<void> {
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

async function buildPerson(): Promise<Person> {
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

describe('a pool whose server is killed', () => {
  test.each(
    PROVIDER_CALLS.filter((call) => call !== 'refund').flatMap((call) => [
      [call, 'before'] as const,
      [call, 'after'] as const,
    ]),
  )('at %s, %s the work, comes to the same end', async (call, when) => {
    app.sandbox.webhooks.pause();
    const [owner, guest] = [await buildPerson(), await buildPerson()];
    const pool = await buildPool(app, { owner });
    await take(app.context, guest, pool, { shares: 3, card: guest.cards.good });
    await take(dyingAt(call, when), owner, pool, { shares: 4, card: owner.cards.good });
    await unlessRefused(chargePool(dyingAt(call, when), pool.orderId));
    for (let i = 0; i < 3; i++) {
      app.advanceMinutes(3);
      await reconcilePayments(app.context);
    }
    const { entries, entitlements } = await booksOfPool(app, pool);
    expect(entries.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(pool.totalCents);
    expect(new Set(entitlements.map(({ userId }) => userId))).toEqual(new Set([owner.id, guest.id]));
    await expectAllOrNothing(pool);
  });

  test.each(['cancelPayment', 'refund'] as const)(
    'at %s while it is paid back pays back once',
    async (call) => {
      app.sandbox.webhooks.pause();
      const [owner, guest] = [await buildPerson(), await buildPerson()];
      const pool = await buildPool(app, { owner });
      await take(app.context, owner, pool, { shares: 5, card: owner.cards.good });
      app.sandbox.faults.next({ operation: 'paymentIntents.capture', kind: 'slow_settlement' });
      app.sandbox.faults.next({ operation: 'paymentIntents.capture', kind: 'decline' });
      await take(app.context, guest, pool, { shares: 2, card: guest.cards.good });
      await chargePool(app.context, pool.orderId);
      await inTransaction(app.context, (tx) => cancelOrder(tx, owner.id, pool.key)).catch(() => undefined);
      await unlessRefused(releaseHolds(dyingAt(call, 'after'), pool.orderId));
      await settleAll(pool);
      await expectAllOrNothing(pool);
    },
  );
});

type Step =
  | { kind: 'take'; who: number; shares: number; card: keyof Person['cards'] }
  | { kind: 'dieTaking'; who: number; shares: number; at: ProviderCall; when: 'before' | 'after' }
  | { kind: 'dieCharging' | 'dieReleasing'; at: ProviderCall; when: 'before' | 'after' }
  | { kind: 'leave'; who: number }
  | { kind: 'crowd' }
  | { kind: 'fault'; fault: Fault }
  | { kind: 'webhooks'; fault: 'delay' | 'drop' | 'duplicate'; reverse: boolean }
  | { kind: 'cancel' | 'deliver' | 'reconcile' | 'authenticate' | 'endHold' }
  | { kind: 'wait'; minutes: number };

const who = fc.integer({ min: 0, max: 2 });
const at = fc.constantFrom(...PROVIDER_CALLS);
const when = fc.constantFrom('before' as const, 'after' as const);
const shares = fc.constantFrom(1, 2, 3, 4, 7);
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('take' as const),
      who,
      shares,
      card: fc.constantFrom('good' as const, 'good' as const, 'declined' as const, 'stepUp' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('dieTaking' as const), who, shares, at, when }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('dieCharging' as const, 'dieReleasing' as const),
      at,
      when,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      fault: fc.record({
        operation: fc.constantFrom(
          'paymentIntents.create',
          'paymentIntents.retrieve',
          'paymentIntents.capture',
          'paymentIntents.capture',
          'paymentIntents.cancel',
          'refunds.create',
        ),
        kind: fc.constantFrom(
          'api_error' as const,
          'reset' as const,
          'rate_limit' as const,
          'decline' as const,
        ),
        when,
        times: fc.integer({ min: 1, max: 3 }),
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('webhooks' as const),
      fault: fc.constantFrom('delay' as const, 'drop' as const, 'duplicate' as const),
      reverse: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'crowd' as const,
        'cancel' as const,
        'deliver' as const,
        'reconcile' as const,
        'authenticate' as const,
        'endHold' as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(1, 3, 35, 25 * 60) }),
  },
);

const FILLS: Step[] = [{ kind: 'take', who: 1, shares: 7, card: 'good' }];
const DOES_NOT_FILL: Step[] = [{ kind: 'take', who: 1, shares: 4, card: 'good' }];

async function carryOut(step: Step, pool: TestPool, people: Person[]): Promise<void> {
  const { context } = app;
  const person = people[(step as { who?: number }).who ?? 0] as Person;
  switch (step.kind) {
    case 'take':
      return take(context, person, pool, { shares: step.shares, card: person.cards[step.card] });
    case 'dieTaking':
      return take(dyingAt(step.at, step.when), person, pool, {
        shares: step.shares,
        card: person.cards.good,
      });
    case 'dieCharging':
      return chargePool(dyingAt(step.at, step.when), pool.orderId).catch(() => undefined);
    case 'dieReleasing':
      return releaseHolds(dyingAt(step.at, step.when), pool.orderId).catch(() => undefined);
    case 'leave':
      return unlessRefused(inTransaction(context, (tx) => leavePool(tx, person.id, pool.key)));
    case 'cancel':
      return unlessRefused(inTransaction(context, (tx) => cancelOrder(tx, pool.owner.id, pool.key)));
    case 'crowd':
      await Promise.all(people.map((one) => take(context, one, pool, { shares: 3, card: one.cards.good })));
      return;
    case 'fault':
      return app.sandbox.faults.next(step.fault);
    case 'webhooks':
      app.sandbox.webhooks.next({ kind: step.fault, seconds: 90, times: 3 });
      return app.sandbox.webhooks.reverse(step.reverse);
    case 'deliver':
      await app.sandbox.webhooks.deliverNow();
      return;
    case 'reconcile':
      return reconcilePayments(context).catch(() => undefined);
    case 'authenticate':
      return authenticateAll(pool);
    case 'endHold':
      return endOneHold(pool);
    case 'wait':
      return app.advanceMinutes(step.minutes);
  }
}

async function authenticateAll(pool: TestPool): Promise<void> {
  app.sandbox.faults.clear();
  const { intents } = await booksOfPool(app, pool);
  for (const { next_action } of intents) {
    const url = next_action?.redirect_to_url?.url;
    if (url) await fetch(url, { method: 'POST', body: 'outcome=complete', redirect: 'manual' });
  }
}

/** The bank gives a hold back by itself. */
async function endOneHold(pool: TestPool): Promise<void> {
  app.sandbox.faults.clear();
  const { intents } = await booksOfPool(app, pool);
  const held = intents.find(({ status }) => status === 'requires_capture');
  if (held) await app.stripe.paymentIntents.cancel(held.id).catch(() => undefined);
}

test('whatever happens in whatever order, a pool is paid by all who own it, or has cost nobody anything', {
  timeout: 400_000,
}, async () => {
  const ends = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 10 }), async (sequence) => {
      app.sandbox.faults.clear();
      app.sandbox.webhooks.clear();
      app.sandbox.webhooks.pause();
      const people = [await buildPerson(), await buildPerson(), await buildPerson()];
      const pool = await buildPool(app, { owner: people[0] as Person });
      for (const step of sequence) await carryOut(step, pool, people);
      await settleAll(pool);
      await expectAllOrNothing(pool);
      const { phase } = (await findPool(app.context.db, pool.orderId)) ?? {};
      ends.add(String(phase));
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 300_000, examples: [[FILLS], [DOES_NOT_FILL]] },
  );
  expect(ends).toEqual(new Set(['filled', 'released']));
});

test("and after all of them the ledger equals the provider's balance", async () => {
  expect(await findLedgerDifferences(app.context, -5)).toEqual([]);
});
