import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fault } from '#engines/card-sandbox/faults.ts';
import { inTransaction } from '#server/context.ts';
import { releaseHolds } from '#server/modules/after-sale/settle-refund.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { reconcilePayments } from '#server/modules/provider-events/reconcile.ts';
import { ROUNDS_TIMEOUT, rounds } from '#server/testing/chaos.ts';
import { customerActor, startPayingApp } from '#server/testing/paying-app.ts';
import {
  buildPerson,
  dyingAt,
  expectAllOrNothing,
  type Person,
  PROVIDER_CALLS,
  type ProviderCall,
  settleAll,
  takeInside,
  unlessRefused,
} from '#server/testing/pool-troubles.ts';
import { booksOfPool, buildPool, type TestPool, viewAll } from '#server/testing/pools.ts';
import { chargePool } from './charge-pool.ts';
import { findPool } from './pools.queries.ts';
import { cancelOrder, leavePool } from './pools.ts';

const app = await startPayingApp();
const RUNS = rounds({ usually: 5, inChaos: 100 });

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

async function execute(step: Step, pool: TestPool, people: Person[]): Promise<void> {
  const { context } = app;
  const person = people[(step as { who?: number }).who ?? 0] as Person;
  switch (step.kind) {
    case 'take':
      return takeInside(context, person, pool, { shares: step.shares, card: person.cards[step.card] });
    case 'dieTaking':
      return takeInside(dyingAt(app, step.at, step.when), person, pool, {
        shares: step.shares,
        card: person.cards.good,
      });
    case 'dieCharging':
      return chargePool(dyingAt(app, step.at, step.when), pool.orderId).catch(() => undefined);
    case 'dieReleasing':
      return releaseHolds(dyingAt(app, step.at, step.when), pool.orderId).catch(() => undefined);
    case 'leave':
      return unlessRefused(inTransaction(context, (tx) => leavePool(tx, customerActor(person), pool.key)));
    case 'cancel':
      return unlessRefused(
        inTransaction(context, (tx) => cancelOrder(tx, customerActor(pool.owner), pool.key)),
      );
    case 'crowd':
      await Promise.all(
        people.map((one) => takeInside(context, one, pool, { shares: 3, card: one.cards.good })),
      );
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

async function endOneHold(pool: TestPool): Promise<void> {
  app.sandbox.faults.clear();
  const { intents } = await booksOfPool(app, pool);
  const held = intents.find(({ status }) => status === 'requires_capture');
  if (held) await app.stripe.paymentIntents.cancel(held.id).catch(() => undefined);
}

test('whatever happens in whatever order, all who own a pool have paid for it, or nobody has paid anything', {
  timeout: ROUNDS_TIMEOUT,
}, async () => {
  const ends = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 10 }), async (sequence) => {
      app.sandbox.faults.clear();
      app.sandbox.webhooks.clear();
      app.sandbox.webhooks.pause();
      const people = [await buildPerson(app), await buildPerson(app), await buildPerson(app)];
      const pool = await buildPool(app, { owner: people[0] as Person });
      for (const guest of people.slice(1)) await viewAll(app, guest, pool);
      for (const step of sequence) await execute(step, pool, people);
      await settleAll(app, pool);
      await expectAllOrNothing(app, pool);
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
