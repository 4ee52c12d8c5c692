// Does things of the shop in its own process, one per line of its input, and dies before the given step.
import { createInterface } from 'node:readline';
import pg from 'pg';
import { type Context, closeContext, createContext, inTransaction } from '#server/context.ts';
import { deliverWaitingGifts } from '#server/modules/after-sale/gifts.ts';
import { mailReceipt } from '#server/modules/after-sale/receipts.ts';
import { refundOrder } from '#server/modules/after-sale/refunds.ts';
import { putBack } from '#server/modules/group-orders/pools.ts';
import { settleShares } from '#server/modules/group-orders/settle-shares.ts';
import { takeShares } from '#server/modules/group-orders/take-shares.ts';
import { executeTransfer } from '#server/modules/payees/execute-transfer.ts';
import { payPayee } from '#server/modules/payees/transfers.ts';
import { chooseCard } from '#server/modules/payments/cards.ts';
import { payOrder } from '#server/modules/payments/pay.ts';
import { settleHoldsWith } from '#server/modules/payments/settle.ts';
import { sweepProvider } from '#server/modules/provider-events/sweep.ts';
import { createLog } from '#server/platform/operations/log.ts';
import type { Payments } from '#server/platform/payments/payment-types.ts';
import type { DyingAct, DyingTask } from './die-at-step.ts';

settleHoldsWith(settleShares);

let steps = 0;
let dieAt: number | undefined;
let isCounting = false;

/** Every statement for the database and both ends of every call to the card provider are steps. */
function step(): void {
  if (!isCounting) return;
  steps += 1;
  if (steps === dieAt) process.kill(process.pid, 'SIGKILL');
}

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function countedQuery(this: pg.Client, ...args: never[]) {
  step();
  return (query as (...given: never[]) => unknown).apply(this, args);
} as typeof query;

function countCalls(payments: Payments): Payments {
  const counted = Object.entries(payments).map(([name, part]) => {
    if (typeof part !== 'function') return [name, part];
    const call = part as (...args: unknown[]) => unknown;
    return [
      name,
      async (...args: unknown[]) => {
        step();
        const answer = await call(...args);
        step();
        return answer;
      },
    ];
  });
  return Object.fromEntries(counted);
}

async function perform({ config, databaseUrl, offsetMs, act }: DyingTask): Promise<void> {
  const clock = { now: () => new Date(Date.now() + offsetMs) };
  const created = await createContext(config, databaseUrl, createLog('silent'), clock);
  const context = { ...created, payments: countCalls(created.payments) };
  steps = 0;
  isCounting = true;
  await execute(context, act);
  isCounting = false;
  await closeContext(created);
}

async function execute(context: Context, act: DyingAct): Promise<void> {
  switch (act.kind) {
    case 'refund':
      await refundOrder(context, act.actor, { ref: act.key, lineIds: undefined, memo: 'killed' });
      return;
    case 'put-back':
      return inTransaction(context, (tx) => putBack(tx, act.actor, act.key));
    case 'pay-payee':
      await inTransaction(context, (tx) => payPayee(tx, null, { payeeId: act.payeeId, method: 'connect' }));
      return;
    case 'transfer':
      return executeTransfer(context, act.transferId);
    case 'sweep':
      return sweepProvider(context);
    case 'claim':
      await deliverWaitingGifts(context, act.person);
      return;
    case 'wallet': {
      const card = { token: act.token, ...(act.consent ? { consent: act.consent } : {}) };
      const chosen = await chooseCard(context, act.actor, { paymentMethodId: null, card, device: 'phone' });
      await payOrder(context, act.actor, {
        ref: act.key,
        request: { ...chosen, amountCents: act.amountCents },
      });
      await mailReceipt(context, { orderId: act.orderId, userId: act.actor.userId });
      return;
    }
    case 'hold': {
      const card = { token: act.token };
      const chosen = await chooseCard(context, act.actor, { paymentMethodId: null, card, device: 'phone' });
      const request = { ...chosen, shares: 2, amountCents: act.amountCents };
      await takeShares(context, act.actor, { ref: act.key, request });
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const task: DyingTask = JSON.parse(line);
  dieAt = task.dieAt;
  await perform(task);
  process.stdout.write(`${steps}\n`);
}
