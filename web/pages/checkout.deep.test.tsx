// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { Order } from '#contract/entities/order.ts';
import { type Answer, answer, bodiesSentTo, errorAnswer } from '#web/testing/answers.ts';
import {
  BOUGHT_TITLE,
  buildDownload,
  buildOrder,
  buildPayment,
  buildPool,
  CARD,
} from '#web/testing/demo-orders.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { openSite } from '#web/testing/render-site.tsx';

const KEY = 'order-key-of-at-least-16';

function openCheckout(order: Order | undefined, more: Answer[] = []) {
  const user = buildUser({ payment_sources: [CARD] });
  const { fetches: calls } = openSite(`/checkout/${KEY}`, user, [
    answer(inviteEndpoints.listOrderInvites, []),
    answer(orderEndpoints.getOrder, order ?? errorAnswer(404, 'not_found')),
    ...more,
  ]);
  return calls;
}

test.each<[string, Partial<Order> | undefined, string]>([
  ['an unknown key', undefined, 'Order not found'],
  ['another’s order', { is_mine: false, owner_first_name: 'Sam' }, 'This order belongs to someone else'],
  ['a canceled order', { status: 'cancelled' }, 'This order was canceled'],
  ['an order with nothing left', { status: 'cancelled', items: [], total: 0 }, 'This order was canceled'],
  ['an expired order', { status: 'expired' }, 'This order has expired'],
  [
    'an expired pool',
    { status: 'expired', pool: buildPool({ phase: 'released' }) },
    'This group order has ended',
  ],
  [
    'a pool full of others',
    { is_mine: false, status: 'paid', pool: buildPool() },
    'This group order is full',
  ],
  [
    'a pool whose last card is being checked',
    { is_mine: false, pool: buildPool({ taken: 7, shares_left: [] }) },
    'This group order is full',
  ],
  [
    'a pool that charges its cards',
    { is_mine: false, pool: buildPool({ phase: 'charging', taken: 7, shares_left: [] }) },
    'This group order is full',
  ],
])('%s says what it is', async (_, changes, title) => {
  openCheckout(changes && buildOrder(changes));
  expect(await screen.findByRole('heading', { level: 2, name: title })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Pay|Take)/ })).toBeNull();
});

test('a paid order is downloaded with one press, and leads to the receipt', async () => {
  const order = buildOrder({ status: 'paid', paid_at: '2026-11-14T12:00:00.000Z' });
  const calls = openCheckout(order, [
    answer(downloadEndpoints.myDownloads, { albums: [buildDownload(order.items[0]?.album)], photos: [] }),
    answer(downloadEndpoints.downloadAlbum, {
      url: '#zip',
      size_bytes: 9,
      expires_at: '2026-11-14T13:00:00.000Z',
      downloads_used: 0,
      downloads_max: 15,
    }),
  ]);
  expect(await screen.findByRole('heading', { level: 1, name: BOUGHT_TITLE })).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: /^Download/ }));
  expect(await screen.findByText(/Your browser is downloading it/)).toBeTruthy();
  expect(calls.mock.calls.filter(([address]) => address.includes('/download/70'))).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'View receipt' }).getAttribute('href')).toBe(`/receipt/${KEY}`);
});

test('two shares are taken for what the next two cost', async () => {
  const pool = buildPool({ taken: 4, shares_left: [1996, 1995, 1995] });
  const calls = openCheckout(buildOrder({ is_mine: false, owner_first_name: 'Sam', pool }), [
    answer(orderEndpoints.takeShares, buildPayment({ status: 'authorized', amount: 3991 })),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'One share more' }));
  expect(screen.getByText('Your card isn’t charged yet.')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Take 2 shares: $39.91' }));
  const taken = { shares: 2, paymentMethodId: CARD.id, amount: 3991 };
  await waitFor(() => expect(bodiesSentTo(calls, orderEndpoints.takeShares)).toEqual([taken]));
});

test('an order that changed shows what was left out and the new total before it is paid', async () => {
  const gone = {
    album: 7,
    event: 3,
    image: null,
    title: 'Royals, Senior 4',
    reason: 'not_for_sale' as const,
  };
  const sentence = 'Royals, Senior 4 is no longer for sale. We left it out, and you don’t pay for it.';
  let isChanged = false;
  const calls = openCheckout(undefined, [
    answer(orderEndpoints.getOrder, () => buildOrder(isChanged ? { left_out: [gone] } : { total: 27_930 })),
    answer(paymentEndpoints.payOrder, () => {
      isChanged = true;
      return errorAnswer(
        409,
        'order_changed',
        `${sentence} The total is now $139.65. Check it before you pay.`,
      );
    }),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Pay $279.30' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The total is now $139.65.');
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Pay $139.65' })).toBeTruthy();
  expect(bodiesSentTo(calls, paymentEndpoints.payOrder)).toMatchObject([{ amount: 27_930 }]);
});

test('the owner shares the cost while nothing is paid', async () => {
  const calls = openCheckout(buildOrder(), [
    answer(orderEndpoints.updateOrder, buildOrder({ pool: buildPool() })),
  ]);
  fireEvent.click(await screen.findByRole('switch', { name: 'Make it a group order' }));
  expect(await screen.findByRole('heading', { level: 2, name: '0 of 7 shares taken' })).toBeTruthy();
  expect(bodiesSentTo(calls, orderEndpoints.updateOrder)).toEqual([{ is_pool: true }]);
});

test('an order becomes a gift once the address is saved, and is not paid before', async () => {
  const gift = { email: 'grandma@example.com', message: 'For you' };
  const calls = openCheckout(buildOrder(), [answer(orderEndpoints.setGift, buildOrder({ gift }))]);
  fireEvent.click(await screen.findByRole('switch', { name: 'This is a gift' }));
  expect(screen.getByText('Save the gift or turn it off before you pay.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  const address = screen.getByLabelText('Their email');
  fireEvent.change(address, { target: { value: 'grandma' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save gift' }));
  expect(screen.getByText('Enter a valid email address')).toBeTruthy();
  fireEvent.change(address, { target: { value: gift.email } });
  fireEvent.change(screen.getByLabelText(/^Message/), { target: { value: gift.message } });
  fireEvent.click(screen.getByRole('button', { name: 'Save gift' }));
  expect(await screen.findByText(`Gift for ${gift.email}`)).toBeTruthy();
  expect(bodiesSentTo(calls, orderEndpoints.setGift)).toEqual([gift]);
  expect(await screen.findByRole('button', { name: /^Pay/ })).toBeTruthy();
  const share = screen.getByRole('switch', { name: 'Make it a group order' });
  expect(share.hasAttribute('disabled')).toBe(true);
  expect(screen.getByText('A gift can’t be a group order.')).toBeTruthy();
});

test('a refused address is explained beside it', async () => {
  openCheckout(buildOrder(), [answer(orderEndpoints.setGift, errorAnswer(409, 'gift_to_self', 'Your own.'))]);
  fireEvent.click(await screen.findByRole('switch', { name: 'This is a gift' }));
  const address = screen.getByLabelText('Their email');
  fireEvent.change(address, { target: { value: 'me@example.com' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save gift' }));
  await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'));
});

test('a paid gift names its recipient and offers no download', async () => {
  const gift = { email: 'grandma@example.com', message: '' };
  openCheckout(buildOrder({ status: 'paid', paid_at: '2026-11-14T12:00:00.000Z', gift }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Your gift is on its way' })).toBeTruthy();
  expect(screen.getByText(/emailing the photos to grandma@example.com/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Download' })).toBeNull();
});
