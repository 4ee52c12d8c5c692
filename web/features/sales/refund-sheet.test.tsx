// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import { openSession } from '#web/lib/session.ts';
import { buildOrder } from '#web/testing/demo-orders.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { RefundSheet } from './refund-sheet.tsx';

afterEach(cleanup);

test('after a lost dispute over a part, the rest is the whole price, and less keeps the purchase', () => {
  const now = { album: 1, event: 1, title: 'Bayline Tidal', image: null, price: 1995 };
  const line = { id: 1, total: 1995, refunded: 0, is_refunded: false, can_swap: true, now };
  const order = {
    ...buildOrder(),
    items: [line],
    refunds: [],
    payments: [],
    disputes: [{ id: 2, status: 'lost', amount: 500, is_inquiry: false }],
  } as unknown as OrderOfUser;
  openSession({ jwt: 'token-1', user: buildUser({ type: 'customer_support' }) });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterContextProvider router={createRouter({ routeTree: createRootRoute() }) as never}>
        <RefundSheet userId={5} order={order} onClose={() => undefined} />
      </RouterContextProvider>
    </QueryClientProvider>,
  );
  expect(screen.getByRole('button', { name: 'Refund $14.95' })).toBeTruthy();
  expect(screen.getByText('The whole price: access to the chosen lines ends.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: '10' } });
  expect(screen.getByText('Part of the price: they keep everything they bought.')).toBeTruthy();
});
