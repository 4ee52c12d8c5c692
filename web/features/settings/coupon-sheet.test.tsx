// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { type Coupon, couponEndpoints } from '#contract/endpoints/coupons.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { openSession } from '#web/lib/session.ts';
import { answer, answerCalls, bodiesSentTo, errorAnswer } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { CouponSheet } from './coupon-sheet.tsx';

afterEach(cleanup);

const READ: Coupon = {
  id: 1,
  version: 3,
  code: 'SPRING',
  kind: 'percent',
  percent_off: 10,
  amount_off: null,
  expires_at: '2027-01-31T23:59:59.999Z',
  max_uses: null,
  max_uses_per_customer: 1,
  memo: 'Finals',
  teams: [],
  events: [],
  uses: 0,
  ended_at: null,
  created_at: '2026-11-01T10:00:00.000Z',
};

test('a discount that a colleague made dollars meanwhile never turns my percent into dollars', async () => {
  const theirs: Coupon = { ...READ, version: 4, kind: 'fixed', percent_off: null, amount_off: 500 };
  const at = '2026-11-18T15:42:00Z';
  const changes = [{ field: 'percent_off', theirs: '', by: 'Ben Ortiz', at }];
  let refusals = 1;
  const calls = answerCalls(
    answer(catalogueEndpoints.listStaffEvents, []),
    answer(couponEndpoints.listCoupons, [theirs]),
    answer(couponEndpoints.updateCoupon, () =>
      refusals-- > 0 ? errorAnswer(409, 'changed_meanwhile', 'Changed', { changes }) : READ,
    ),
  );
  openSession({ jwt: 'token-1', user: buildUser({ type: 'super', name: 'Ana Diaz' }) });
  const onClose = vi.fn();
  const routeTree = createRootRoute({ component: () => <CouponSheet coupon={READ} onClose={onClose} /> });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  fireEvent.change(await screen.findByLabelText('Percent'), { target: { value: '20' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save coupon' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Ben Ortiz also changed this' });
  expect(dialog.textContent).toMatch(/Discount.*Yours.*20%.*Ben Ortiz.*\$5\.00/);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(bodiesSentTo(calls, couponEndpoints.updateCoupon)).toEqual([
    { percent_off: 20, version: 3 },
    { kind: 'percent', percent_off: 20, amount_off: null, version: 4 },
  ]);
});
