import fc from 'fast-check';
import { expect, test } from 'vitest';
import { disputeEndpoints } from '#contract/endpoints/refunds.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { ROUNDS_TIMEOUT, rounds } from '#server/testing/chaos.ts';
import { buildUser, eventually } from '#server/testing/factories.ts';
import { giveAlbum } from '#server/testing/order-factories.ts';
import { buildBuyer, startPayingApp } from '#server/testing/paying-app.ts';
import {
  comeToRest,
  type ProviderTrouble,
  providerTroubles,
  troubleProvider,
} from '#server/testing/refund-troubles.ts';
import { buyAlbum } from '#server/testing/refunds.ts';
import { executeEvidence, sendEvidence } from './evidence.ts';

const app = await startPayingApp();
const RUNS = rounds({ usually: 5, inChaos: 60 });

type Step =
  | ProviderTrouble
  | { kind: 'send'; times: number }
  | { kind: 'kill'; call: 'sendEvidence' | 'getDispute'; when: 'before' | 'after' }
  | { kind: 'job' | 'dashboard' }
  | { kind: 'decide'; isWon: boolean };

const steps: fc.Arbitrary<Step> = fc.oneof(
  providerTroubles('disputes.update', 'disputes.retrieve', 'disputes.list'),
  fc.record({ kind: fc.constant('send' as const), times: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    kind: fc.constant('kill' as const),
    call: fc.constantFrom('sendEvidence' as const, 'getDispute' as const),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
  fc.record({ kind: fc.constantFrom('job' as const, 'dashboard' as const) }),
  fc.record({ kind: fc.constant('decide' as const), isWon: fc.boolean() }),
);

type Case = { id: number; disputeId: string; orderId: number; byHand: number; hasFaults: boolean };

async function openDispute(isGift: boolean): Promise<Case> {
  const orderKey = isGift ? await giveDisputed() : (await buyAlbum(app, 'pm_card_createDispute')).key;
  return eventually(async () => {
    app.advanceMinutes(1);
    await app.sandbox.settle();
    const found = await app.context.db
      .selectFrom('disputes')
      .innerJoin('orders', 'orders.id', 'disputes.orderId')
      .select(['disputes.id', 'disputes.disputeId', 'disputes.orderId'])
      .where('orders.key', '=', orderKey)
      .executeTakeFirst();
    return found && { ...found, byHand: 0, hasFaults: false };
  }, 'the dispute');
}

async function giveDisputed(): Promise<string> {
  const recipient = await buildUser(app);
  const buyer = await buildBuyer(app, 'pm_card_createDispute');
  return giveAlbum(app, buyer, { email: recipient.email, message: '' });
}

const evidenceOf = ({ id }: Case) =>
  app.context.db.selectFrom('disputeEvidence').selectAll().where('disputeId', '=', id).execute();
const atProvider = ({ disputeId }: Case) => app.stripe.disputes.retrieve(disputeId);

/** The process dies before the call to the provider, or after it and before the answer is used. */
async function dieSending(dispute: Case, { call, when }: Extract<Step, { kind: 'kill' }>): Promise<void> {
  const { id: userId } = await buildUser(app, { role: 'customer_support' });
  const { payments } = app.context;
  const die = async (...args: never[]) => {
    if (when === 'after') await (payments[call] as (...given: never[]) => Promise<unknown>)(...args);
    throw new Error('killed');
  };
  const context = { ...app.context, payments: { ...payments, [call]: die } };
  const actor = { userId, role: 'customer_support', sessionId: 'test', isVerified: true } as const;
  await sendEvidence(context, actor, { id: dispute.id, note: 'killed' }).catch(() => undefined);
}

/** Somebody answers the bank in the provider's dashboard. */
async function answerByHand(dispute: Case, words: string): Promise<void> {
  const answered = await app.stripe.disputes
    .update(dispute.disputeId, { evidence: { uncategorized_text: words } })
    .catch(() => undefined);
  if (answered) dispute.byHand += 1;
}

async function take(step: Step, dispute: Case): Promise<void> {
  switch (step.kind) {
    case 'send': {
      const { token } = await buildUser(app, { role: 'customer_support' });
      const request = { token, params: { id: dispute.id }, body: { note: 'They downloaded it.' } };
      const press = () => app.call(disputeEndpoints.sendEvidence, request);
      const answers = await Promise.all(Array.from({ length: step.times }, press));
      for (const { status } of answers) await expectTrue(status, dispute);
      return;
    }
    case 'kill':
      return dieSending(dispute, step);
    case 'job':
      for (const { id } of await evidenceOf(dispute))
        await executeEvidence(app.context, id).catch(() => undefined);
      return;
    case 'dashboard':
      return answerByHand(dispute, 'answered by hand');
    case 'decide':
      await answerByHand(dispute, step.isWon ? 'winning_evidence' : 'losing_evidence');
      app.advanceMinutes(1);
      return app.sandbox.settle();
    default:
      dispute.hasFaults ||= step.kind === 'fault';
      return troubleProvider(app, step);
  }
}

/** Evidence is sent or waits, or the bank takes none any more; without an answer of the provider nobody knows. */
async function expectTrue(status: number, dispute: Case): Promise<void> {
  const isOurs = (await evidenceOf(dispute)).some(({ state }) => state !== 'refused');
  const isAsked = (await atProvider(dispute)).status === 'needs_response';
  if (status === 503) expect(dispute.hasFaults).toBe(true);
  else if (status === 409) expect({ isOurs, isAsked }).toEqual({ isOurs: false, isAsked: false });
  else expect({ status, isOurs }).toEqual({ status: 200, isOurs: true });
}

async function expectSentOnce(dispute: Case): Promise<void> {
  const { evidence_details: details, metadata, balance_transactions } = await atProvider(dispute);
  const rows = await evidenceOf(dispute);
  expect(rows.filter(({ state }) => state === 'sending')).toEqual([]);
  const sent = rows.filter(({ state }) => state === 'sent');
  expect(sent.length).toBeLessThanOrEqual(1);
  expect(details.submission_count).toBe(sent.length + dispute.byHand);
  expect(metadata.evidence).toBe(sent[0]?.key);
  const { db } = app.context;
  const entries = await db
    .selectFrom('ledgerEntries')
    .select(['amountCents', 'kind'])
    .where('orderId', '=', dispute.orderId)
    .where('kind', 'in', ['dispute', 'dispute_won'])
    .execute();
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const kept = sum(balance_transactions.map(({ amount }) => amount));
  expect(sum(entries.map(({ amountCents }) => amountCents))).toBe(kept);
  const goods = await db
    .selectFrom('entitlements')
    .innerJoin('orderLines', 'orderLines.id', 'entitlements.orderLineId')
    .select('entitlements.state')
    .where('orderLines.orderId', '=', dispute.orderId)
    .execute();
  for (const { state } of goods) expect(state === 'active').toBe(kept === 0);
}

test('whatever happens to evidence, the bank gets ours at most once, and we know whether it did', {
  timeout: ROUNDS_TIMEOUT,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(steps, { minLength: 2, maxLength: 7 }),
      async (isGift, sequence) => {
        const dispute = await openDispute(isGift);
        app.sandbox.webhooks.pause();
        for (const step of sequence) await take(step, dispute);
        app.sandbox.webhooks.resume();
        await comeToRest(app);
        await take({ kind: 'job' }, dispute);
        await expectSentOnce(dispute);
      },
    ),
    { numRuns: RUNS },
  );
  expect(await findLedgerDifferences(app.context, -5)).toEqual([]);
});
