// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { Payment } from '#contract/entities/order.ts';
import { answer, answerCalls, errorAnswer, NETWORK_ERROR } from '#web/testing/answers.ts';
import { pollPayment } from './use-payment.ts';

const payment = (changes: Partial<Payment> = {}): Payment => ({
  id: 9,
  order_key: 'key-of-an-order-1',
  status: 'processing',
  amount: 13965,
  facial: false,
  client_secret: null,
  next_action_url: null,
  failure: null,
  ...changes,
});

function answerInTurn(answers: (Payment | ReturnType<typeof errorAnswer>)[]) {
  const left = [...answers];
  return answerCalls(
    answer(paymentEndpoints.refreshPayment, () => left.shift() ?? errorAnswer(500, 'internal')),
  );
}

async function follow(started: Payment, outcome: 'answered' | 'left' = 'answered') {
  const stepUp = vi.fn(async () => outcome);
  const onWaiting = vi.fn();
  const ended = pollPayment(started, { stepUp, onWaiting, signal: new AbortController().signal });
  await vi.runAllTimersAsync();
  return { ended: await ended, stepUp, onWaiting };
}

beforeEach(() => void vi.useFakeTimers());

test('a payment that ended needs no question', async () => {
  const fetches = answerInTurn([]);
  const { ended } = await follow(payment({ status: 'succeeded' }));
  expect(ended.status).toBe('succeeded');
  expect(fetches).not.toHaveBeenCalled();
});

test('a slow bank is asked again until it has answered, through weak signal and a server that stumbles', async () => {
  answerInTurn([
    payment(),
    NETWORK_ERROR,
    errorAnswer(503, 'payments_unavailable'),
    payment({ status: 'succeeded' }),
  ]);
  const { ended, onWaiting, stepUp } = await follow(payment());
  expect(ended.status).toBe('succeeded');
  expect(onWaiting).toHaveBeenCalled();
  expect(stepUp).not.toHaveBeenCalled();
});

test('what the browser saw at the bank counts for nothing: the server says how it ended', async () => {
  const failure = { code: 'authentication_failed', message: 'Not you.' };
  answerInTurn([payment({ status: 'failed', failure })]);
  const { ended } = await follow(payment({ status: 'requires_action' }), 'answered');
  expect(ended).toMatchObject({ status: 'failed', failure });
});

test("the bank's word may come late", async () => {
  const waiting = payment({ status: 'requires_action' });
  answerInTurn([waiting, waiting, payment({ status: 'succeeded' })]);
  const { ended, stepUp } = await follow(payment({ status: 'requires_action' }), 'answered');
  expect(ended.status).toBe('succeeded');
  expect(stepUp).toHaveBeenCalledTimes(1);
});

test('whoever leaves the bank is asked nothing more and reads that it is open', async () => {
  const fetches = answerInTurn([payment({ status: 'requires_action' })]);
  const { ended } = await follow(payment({ status: 'requires_action' }), 'left');
  expect(ended.status).toBe('requires_action');
  expect(fetches).toHaveBeenCalledTimes(1);
});

test("someone else's payment is an error, not a wait", async () => {
  answerInTurn([errorAnswer(404, 'not_found')]);
  await expect(
    Promise.all([
      pollPayment(payment(), {
        stepUp: async () => 'left',
        onWaiting: () => {},
        signal: new AbortController().signal,
      }),
      vi.runAllTimersAsync(),
    ]),
  ).rejects.toMatchObject({ code: 'not_found' });
});
