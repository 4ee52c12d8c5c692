// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import {
  userAdministrationEndpoints,
  userOrderListEndpoints,
} from '#contract/endpoints/user-administration.ts';
import { answer, errorAnswer, rawAnswer } from '#web/testing/answers.ts';
import { buildOrder } from '#web/testing/demo-orders.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import { openSite } from '#web/testing/render-site.tsx';

const staff = buildUser({ type: 'customer_support' });

beforeEach(giveElementsASize);

test('the page of a deleted account shows its orders under that name', async () => {
  openSite('/admin/users/9', staff, [
    answer(accountEndpoints.getUser, errorAnswer(404, 'account_deleted')),
    answer(userOrderListEndpoints.page, { rows: [], next: null }),
    answer(userOrderListEndpoints.count, { total: 0 }),
  ]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Deleted account' })).toBeTruthy();
  expect(await screen.findByText('No orders yet.')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Sessions' })).toBeNull();
});

test('a suspension that is saved closes its sheet without asking about unsaved changes', async () => {
  const customer = buildUser({ id: 9, first_name: 'Ann', name: 'Ann North' });
  const { router } = openSite('/admin/users/9?ask=suspend', staff, [
    answer(accountEndpoints.getUser, customer),
    answer(userAdministrationEndpoints.suspendUser, customer),
  ]);
  fireEvent.click(await screen.findByRole('radio', { name: 'Copying photos' }));
  fireEvent.click(screen.getAllByRole('button', { name: 'Suspend account' }).at(-1) as HTMLElement);
  expect(await screen.findByText('Ann North is suspended')).toBeTruthy();
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(screen.queryByText('Leave without saving?')).toBeNull();
});

test('a refund that the palette asked for closes its sheet without asking about unsaved changes', async () => {
  const now = { album: 1, event: 1, title: 'Bayline Tidal', image: null, price: 1995 };
  const order = {
    ...buildOrder(),
    id: 794,
    status: 'paid',
    items: [{ id: 1, album: { id: 1 }, total: 1995, refunded: 0, is_refunded: false, can_swap: false, now }],
    payments: [],
    refunds: [],
    returned_refunds: [],
    unbooked: [],
    disputes: [],
    refund_request: null,
    own: { paid: 1995, refunded: 0 },
  };
  const { router } = openSite(
    '/admin/users/9?order_q=794&ask=refund',
    buildUser({ type: 'customer_support', permissions: ['customers', 'change_customers', 'refunds'] }),
    [
      answer(accountEndpoints.getUser, buildUser({ id: 9 })),
      answer(userOrderListEndpoints.page, rawAnswer(200, { rows: [order], next: null })),
      answer(userOrderListEndpoints.count, { total: 1 }),
      answer(refundEndpoints.refundOrder, rawAnswer(200, { id: 1, amount: 1995, status: 'succeeded' })),
    ],
  );
  fireEvent.change(await screen.findByLabelText(/^(Memo|Reason|Why)/), { target: { value: 'Wrong team' } });
  fireEvent.click(screen.getByRole('button', { name: 'Refund $19.95' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ order_q: '794' }));
  expect(screen.queryByText('Leave without saving?')).toBeNull();
});
