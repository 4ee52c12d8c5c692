// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import { openSession } from '#web/lib/session.ts';
import { answer, answerCalls, bodiesSentTo, rawAnswer } from '#web/testing/answers.ts';
import { buildOrder } from '#web/testing/demo-orders.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import { RefundRequest, RefundSheet, sentRefundMessage } from './refund-sheet.tsx';

test('after a lost dispute over a part, the rest is the whole price, and what the button says goes back', async () => {
  const sent = { id: 1, amount: 1495, status: 'succeeded', not_refunded: [] };
  const calls = answerCalls(answer(refundEndpoints.refundOrder, rawAnswer(200, sent)));
  const now = { album: 1, event: 1, title: 'Bayline Tidal', image: null, price: 1995 };
  const line = { id: 1, total: 1995, refunded: 0, is_refunded: false, can_swap: true, now };
  const order = {
    ...buildOrder(),
    items: [line],
    refunds: [],
    payments: [],
    disputes: [{ id: 2, status: 'lost', amount: 1995, kept: 500, is_inquiry: false }],
  } as unknown as OrderOfUser;
  openSession({ jwt: 'token-1', user: buildUser({ type: 'customer_support' }) });
  renderPart(<RefundSheet order={order} onClose={() => undefined} />);
  expect(screen.getByRole('button', { name: 'Refund $14.95' })).toBeTruthy();
  expect(screen.getByText('The whole price: access to the chosen lines ends.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: '10' } });
  expect(screen.getByText('Part of the price: they keep everything they bought.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: '14.95' } });
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'Blurred' } });
  fireEvent.click(screen.getByRole('button', { name: 'Refund $14.95' }));
  await waitFor(() =>
    expect(bodiesSentTo(calls, refundEndpoints.refundOrder)).toEqual([
      { memo: 'Blurred', latest_refund: null, amount: 1495 },
    ]),
  );
});

test('approving a refund asks once more, because the money is gone', async () => {
  const refund = { id: 1, amount: 12_000, status: 'succeeded', not_refunded: [] };
  const calls = answerCalls(answer(refundEndpoints.approveRefund, rawAnswer(200, refund)));
  const request = {
    id: 3,
    amount: 12_000,
    memo: 'Photos of another team',
    requested_by: { id: 99, name: 'Dana Reyes' },
    created_at: '2026-11-14T15:00:00Z',
    keeps_purchase: false,
  } as NonNullable<OrderOfUser['refund_request']>;
  openSession({ jwt: 'token-1', user: buildUser({ type: 'super' }) });
  renderPart(<RefundRequest request={request} />);
  fireEvent.click(screen.getByRole('button', { name: 'Approve refund' }));
  const question = await screen.findByRole('alertdialog', { name: 'Refund $120.00?' });
  expect(question.textContent).toContain('This can’t be undone.');
  expect(calls).not.toHaveBeenCalled();
  fireEvent.click(within(question).getByRole('button', { name: 'Approve refund' }));
  await waitFor(() => expect(bodiesSentTo(calls, refundEndpoints.approveRefund)).toHaveLength(1));
});

test('staff read who was not refunded', () => {
  const not_refunded = [
    { id: 5, name: 'Ann Parent', amount: 570 },
    { id: 6, name: 'Bo Parent', amount: 285 },
  ];
  expect(sentRefundMessage({ amount: 855, status: 'succeeded', not_refunded })).toBe(
    'The bank was asked to send back $8.55. Not refunded, because the card provider refused: Ann Parent ($5.70), Bo Parent ($2.85).',
  );
  expect(sentRefundMessage({ amount: 855, status: 'reserved', not_refunded: [] })).toBe(
    'The refund of $8.55 is waiting for the card provider. We’ll keep trying.',
  );
});
