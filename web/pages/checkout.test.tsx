// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Order } from '#contract/entities/order.ts';
import { openSession } from '#web/lib/session.ts';
import { answerCalls, errorAnswer } from '#web/testing/answers.ts';
import { buildOrder, buildPool } from '#web/testing/demo-orders.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { leaveSite, renderSite } from '#web/testing/render-site.tsx';

const KEY = 'order-key-of-at-least-16';
const CARD = { id: 3, brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2090 };

function openCheckout(order: Order | undefined, more: Parameters<typeof answerCalls>[0] = {}) {
  const user = buildUser({ payment_sources: [CARD] });
  const calls = answerCalls({
    'GET /users/me': { body: user },
    'GET /user-found-albums/me': { body: { found: [], owned: [], owned_images: [] } },
    'GET /payments/settings': {
      body: { mode: 'sandbox', publishable_key: 'pk_test', currency: 'usd', image_price: 499 },
    },
    'GET /order-invites/order/11': { body: [] },
    [`GET /orders/${KEY}`]: order ? { body: order } : errorAnswer(404, 'not_found'),
    ...more,
  });
  openSession({ jwt: 'token-1', user });
  renderSite(`/checkout/${KEY}`);
  return calls;
}

const sentTo = (calls: ReturnType<typeof answerCalls>, path: string) =>
  calls.mock.calls.filter(([address]) => address === `/api${path}`).map(([, init]) => String(init?.body));

afterEach(leaveSite);

test.each<[string, Partial<Order> | undefined, string]>([
  ['an unknown key', undefined, 'This order is not here'],
  ['another’s order', { is_mine: false, owner_first_name: 'Sam' }, 'This order belongs to someone else'],
  ['a cancelled order', { status: 'cancelled' }, 'This order was cancelled'],
  ['an expired order', { status: 'expired' }, 'This order has expired'],
  ['an expired pool', { status: 'expired', pool: buildPool({ phase: 'released' }) }, 'This pool has ended'],
  ['a pool full of others', { is_mine: false, status: 'paid', pool: buildPool() }, 'All shares are taken'],
])('%s says what it is', async (_, changes, title) => {
  openCheckout(changes && buildOrder(changes));
  expect(await screen.findByRole('heading', { level: 2, name: title })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Pay|Take)/ })).toBeNull();
});

test('a paid order leads to the download and the receipt', async () => {
  openCheckout(buildOrder({ status: 'paid', paid_at: '2026-11-14T12:00:00.000Z' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'It is yours' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe('/MyAlbums');
  expect(screen.getByRole('link', { name: 'Receipt' }).getAttribute('href')).toBe(`/receipt/${KEY}`);
});

test('two shares are taken for what the next two cost', async () => {
  const pool = buildPool({ taken: 4, shares_left: [1996, 1995, 1995] });
  const payment = { id: 9, order_key: KEY, status: 'authorised', amount: 3991, facial: false };
  const calls = openCheckout(buildOrder({ is_mine: false, owner_first_name: 'Sam', pool }), {
    [`POST /orders/${KEY}/shares`]: {
      body: { ...payment, client_secret: null, next_action_url: null, failure: null },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'One share more' }));
  expect(screen.getByText('Your card is held, not charged.')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Take 2 shares: $39.91' }));
  await waitFor(() => expect(sentTo(calls, `/orders/${KEY}/shares`)).toHaveLength(1));
  const [body] = sentTo(calls, `/orders/${KEY}/shares`);
  expect(JSON.parse(body ?? '')).toEqual({ shares: 2, paymentMethodId: CARD.id, amount: 3991 });
});

test('the owner shares the cost while nothing is paid', async () => {
  const calls = openCheckout(buildOrder(), {
    [`PUT /orders/${KEY}`]: { body: buildOrder({ pool: buildPool() }) },
  });
  fireEvent.click(await screen.findByRole('switch', { name: 'Share the cost with your team' }));
  expect(await screen.findByRole('heading', { level: 2, name: '0 of 7 shares' })).toBeTruthy();
  expect(sentTo(calls, `/orders/${KEY}`)).toContain('{"is_pool":true}');
});
