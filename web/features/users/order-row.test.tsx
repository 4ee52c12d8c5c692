// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import { buildOrder, buildPool } from '#web/testing/demo-orders.ts';
import { OrderRow } from './orders-panel.tsx';

function show(changes: Partial<OrderOfUser>) {
  const order = {
    ...buildOrder(),
    items: [],
    payments: [],
    refunds: [],
    returned_refunds: [],
    unbooked: [],
    disputes: [],
    refund_request: null,
    own: { paid: 0, refunded: 0 },
    ...changes,
  } as OrderOfUser;
  render(<OrderRow order={order} userId={5} onRefund={() => {}} onSwap={() => {}} request={() => null} />);
}

test('an order of one buyer shows its total', () => {
  show({ total: 1995, own: { paid: 1995, refunded: 0 } });
  expect(screen.getByText('$19.95')).toBeTruthy();
});

test('a pool shows what this member paid, of the total', () => {
  show({ is_pool: true, pool: buildPool(), total: 1995, own: { paid: 570, refunded: 0 } });
  expect(screen.getByText(/^\$5\.70/).textContent).toBe('$5.70 of $19.95');
});

test('a pool that is not full shows what is held', () => {
  show({ is_pool: true, pool: buildPool({ my_amount: 285 }), total: 1995 });
  expect(screen.getByText(/^\$2\.85/).textContent).toBe('$2.85 held, of $19.95');
});

test.each([
  [true, null, 'refused by the card provider'],
  [false, 'refunded_again', 'returned by the bank and sent again'],
  [true, 'lost_in_dispute', 'refused by the card provider; the bank gave the money back after a dispute'],
] as const)('a refund that failed says so (refused: %s, outcome: %s)', (was_refused, outcome, words) => {
  const refund = {
    id: 4,
    amount: 570,
    status: 'failed',
    memo: '',
    created_at: '2026-03-05T10:00:00Z',
  } as const;
  const failed = { id: 1, refund: 4, amount: 570, was_refused, outcome, note: null };
  show({
    refunds: [refund],
    returned_refunds: [failed as unknown as OrderOfUser['returned_refunds'][number]],
  });
  expect(screen.getByText(/^Refund 4/).textContent).toContain(`, ${words}, `);
});
