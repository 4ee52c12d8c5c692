import { afterAll, expect, test } from 'vitest';
import { inTransaction } from '#server/context.ts';
import { ROUNDS_TIMEOUT, rounds } from '#server/testing/chaos.ts';
import { createDyingProcess, type DyingAct } from '#server/testing/die-at-step.ts';
import { payeeCalls } from '#server/testing/payees.ts';
import { startPayingApp } from '#server/testing/paying-app.ts';
import { compareTransfers } from './compare-transfers.ts';
import { payPayee, reverseTransfer } from './transfers.ts';

const app = await startPayingApp();
const calls = payeeCalls(app);
const dying = createDyingProcess();
afterAll(() => dying.stop());

const SHARE = 200;
const MAX_KILLS = rounds({ usually: 6, inChaos: 100 });
let made = 0;

async function owed() {
  made += 1;
  const payee = await calls.add('producer', `Killed ${made}`);
  await calls.connect(payee.id);
  const { buy } = await calls.sellable([{ payee: payee.id, basis_points: 1_000 }]);
  await buy();
  await calls.pass(15);
  return payee.id;
}

/** A transfer whose job has not run: the queue does not see a transaction of another connection's rehearsal. */
async function insertTransfer(payeeId: number): Promise<number> {
  const queue = { ...app.context.queue, enqueue: async () => undefined };
  const pay = () =>
    inTransaction(app.context, (tx) => payPayee({ ...tx, queue }, null, { payeeId, method: 'connect' }));
  return (await pay()).id;
}

async function insertReversal(payeeId: number): Promise<number> {
  const { body } = await calls.pay(payeeId, SHARE);
  await calls.rest();
  const queue = { ...app.context.queue, enqueue: async () => undefined };
  const actor = { userId: (await staff()) ?? 0, role: 'super', sessionId: 'test', isVerified: true } as const;
  await inTransaction(app.context, (tx) => reverseTransfer({ ...tx, queue }, actor, body.id));
  return body.id;
}

const staff = async () =>
  (await app.context.db.selectFrom('users').select('id').where('role', '=', 'finance').executeTakeFirst())
    ?.id;

async function sentTo(payeeId: number): Promise<number> {
  const { accountId } = await app.context.db
    .selectFrom('payees')
    .select('accountId')
    .where('id', '=', payeeId)
    .executeTakeFirstOrThrow();
  const { data } = await app.stripe.transfers.list({ destination: accountId ?? '', limit: 100 });
  return data.reduce((sum, one) => sum + one.amount - one.amount_reversed, 0);
}

type Scene = { act: DyingAct; check: () => Promise<void> };

async function settled(payeeId: number, sent: number): Promise<void> {
  await calls.settle();
  expect(await sentTo(payeeId)).toBe(sent);
  expect(await calls.find(payeeId)).toMatchObject({
    balance: SHARE - sent,
    owed: SHARE - sent,
    under_way: 0,
  });
}

const scenes: [string, () => Promise<Scene>][] = [
  [
    'a payment',
    async () => {
      const payeeId = await owed();
      return {
        act: { kind: 'pay-payee', payeeId },
        async check() {
          // Staff press again: what was begun is refused and finished by itself.
          const isBegun = (await calls.transfers(payeeId)).length > 0;
          expect(await calls.pay(payeeId, SHARE)).toMatchObject({ status: isBegun ? 409 : 200 });
          await calls.rest();
          await settled(payeeId, SHARE);
        },
      };
    },
  ],
  [
    'a transfer',
    async () => {
      const payeeId = await owed();
      const transferId = await insertTransfer(payeeId);
      return { act: { kind: 'transfer', transferId }, check: () => settled(payeeId, SHARE) };
    },
  ],
  [
    'a reversal',
    async () => {
      const payeeId = await owed();
      const transferId = await insertReversal(payeeId);
      return { act: { kind: 'transfer', transferId }, check: () => settled(payeeId, 0) };
    },
  ],
];

test.each(scenes)(
  '%s whose process is killed at any step moves the money exactly once',
  { timeout: ROUNDS_TIMEOUT },
  async (_name, build) => {
    dying.prepare();
    const whole = await build();
    const steps = (await dying.run(app, whole.act)) ?? 0;
    await whole.check();
    expect(steps).toBeGreaterThan(4);
    const every = Math.max(1, steps / MAX_KILLS);
    for (let at = 1; at <= steps; at += every) {
      const dieAt = Math.floor(at);
      dying.prepare();
      const scene = await build();
      await dying.run(app, scene.act, dieAt);
      try {
        await scene.check();
      } catch (error) {
        throw new Error(`killed at step ${dieAt} of ${steps}`, { cause: error });
      }
    }
    app.advanceMinutes(60);
    await compareTransfers(app.context);
    expect(await app.context.db.selectFrom('payeeCases').selectAll().execute()).toEqual([]);
  },
);
