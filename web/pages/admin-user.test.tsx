// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import {
  userAdministrationEndpoints,
  userOrderListEndpoints,
} from '#contract/endpoints/user-administration.ts';
import { answer, errorAnswer } from '#web/testing/answers.ts';
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
