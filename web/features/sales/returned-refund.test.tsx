// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import { openSession } from '#web/lib/session.ts';
import { buildOrder } from '#web/testing/demo-orders.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import { ReturnedRefunds } from './returned-refund.tsx';

const FAILED: OrderOfUser['returned_refunds'][number] = {
  id: 1,
  refund: 4,
  amount: 570,
  was_refused: true,
  payer: { id: 6, name: 'Ann Parent' },
  has_entitlements: true,
  owed_since: '2026-03-05T10:00:00Z',
  is_being_sent: false,
  outcome: null,
  note: null,
};

function show(changes: Partial<OrderOfUser>) {
  const order = { ...buildOrder(), returned_refunds: [], unbooked: [], ...changes } as unknown as OrderOfUser;
  openSession({ jwt: 'token-1', user: buildUser({ type: 'customer_support' }) });
  renderPart(<ReturnedRefunds userId={5} order={order} />);
}

test('a refused refund of another member names the member, and can be settled', () => {
  show({ returned_refunds: [FAILED] });
  expect(screen.getByText(/^The card provider refused/).textContent).toBe(
    'The card provider refused the refund of $5.70 to Ann Parent.',
  );
  expect(screen.getByText(/The buyer has the purchase\./)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Settle the refused refund 4' })).toBeTruthy();
});

test('a returned refund of the customer says who has what', () => {
  show({
    returned_refunds: [
      { ...FAILED, was_refused: false, has_entitlements: false, payer: { id: 5, name: 'Bo Parent' } },
    ],
  });
  expect(screen.getByText(/^The bank returned/).textContent).toBe('The bank returned the refund of $5.70.');
  expect(screen.getByText(/neither the photos nor the money/)).toBeTruthy();
});

test('what is not booked is shown', () => {
  show({ unbooked: [{ id: 2, kind: 'refund', amount: 500, created_at: '2026-03-05T10:00:00Z' }] });
  expect(screen.getByText(/^A refund of \$5\.00 is not booked/)).toBeTruthy();
});
