// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import { buildOrder, buildPool } from '#web/testing/demo-orders.ts';
import { OrderRow } from './order-row.tsx';

afterEach(cleanup);

function show(changes: Partial<OrderOfUser>) {
  const order = {
    ...buildOrder(),
    items: [],
    payments: [],
    refunds: [],
    returned_refunds: [],
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
