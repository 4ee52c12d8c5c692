// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type FoundByStaff, overviewEndpoints, staffSearchEndpoints } from '#contract/endpoints/overview.ts';
import type { Permission, Role } from '#contract/rules/permissions.ts';
import { answer, errorAnswer } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { leaveSite, openSite } from '#web/testing/render-site.tsx';
import { rememberCommand } from './recent.ts';

const ROYALS: FoundByStaff = {
  kind: 'album',
  id: 42,
  title: 'Northshore Royals',
  detail: 'Performance 42, Nationals',
  parent: 4,
};
const PARENT: FoundByStaff = {
  kind: 'user',
  id: 7,
  title: 'Ann North',
  detail: 'ann@example.com',
  parent: null,
};

const ORDER: FoundByStaff = { kind: 'order', id: 42, title: 'Order 42', detail: 'Ann North', parent: 7 };

async function openAdmin(type: Role = 'customer_support', permissions?: Permission[]) {
  const user = buildUser({ type, ...(permissions && { permissions }) });
  const searched: string[] = [];
  const { router } = openSite('/admin/payment-cases', user, [
    answer(overviewEndpoints.adminOverview, errorAnswer(503, 'not_ready')),
    answer(staffSearchEndpoints.searchAsStaff, ({ query }) => {
      searched.push(query.get('q') ?? '');
      return { found: query.get('q') === '42' ? [ORDER] : [ROYALS, PARENT] };
    }),
    answer(staffSearchEndpoints.countQueues, {
      unsorted_photos: 5,
      reported_photos: 7,
      cover_requests: 0,
      conversations: 0,
      failed_jobs: 0,
      refunds_to_approve: 1,
      payment_cases: 2,
    }),
  ]);
  await screen.findByRole('heading', { level: 1 });
  return { router, user, searched };
}

const press = (key: string, more = {}) =>
  fireEvent.keyDown(document.activeElement ?? window, { key, ...more });
async function openPalette() {
  press('k', { ctrlKey: true });
  const input = await screen.findByRole('combobox', { name: /command/ }, { timeout: 10_000 });
  await waitFor(() => expect(document.activeElement).toBe(input));
  return input;
}
const optionNames = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const activeName = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent;

// jsdom has no layout, so it cannot scroll.
Element.prototype.scrollIntoView ??= () => undefined;

test('the admin area has the header of the site with its cart, and each queue shows how many wait', async () => {
  await openAdmin();
  expect(await screen.findByRole('button', { name: /Shopping cart/ })).toBeTruthy();
  const menu = within(screen.getByRole('navigation', { name: 'Admin' }));
  expect(await menu.findByRole('link', { name: /^Events.*5 waiting$/ })).toBeTruthy();
  expect(menu.getByRole('link', { name: /^Reported photos.*7 waiting$/ })).toBeTruthy();
  expect(menu.getByRole('link', { name: /^Payment cases.*3 waiting$/ })).toBeTruthy();
  expect(menu.getByRole('link', { name: 'Support' })).toBeTruthy();
});

test('Ctrl K opens the palette, arrows walk, Enter opens, and what was used comes first the next time', async () => {
  const { router } = await openAdmin();
  const input = await openPalette();
  fireEvent.change(input, { target: { value: 'north' } });
  await waitFor(() =>
    expect(optionNames()).toEqual(['Northshore RoyalsPerformance 42, Nationals', 'Ann Northann@example.com']),
  );
  expect(activeName(input)).toContain('Northshore');
  press('ArrowDown');
  expect(activeName(input)).toContain('Ann North');
  press('ArrowDown');
  expect(activeName(input)).toContain('Northshore');
  press('Enter');
  await waitFor(() => expect(router.state.location.href).toBe('/admin/events/4?album=42'));
  expect(screen.queryByRole('combobox', { name: /command/ })).toBeNull();
  await openPalette();
  expect(within(screen.getByRole('group', { name: 'Recent' })).getAllByRole('option')).toHaveLength(1);
  expect(optionNames()[0]).toContain('Northshore Royals');
  press('Escape');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: /command/ })).toBeNull());
});

test.each([
  ['refund order 42', 'Refund order 42', '/admin/users/7?order_q=42&ask=refund'],
  ['suspend ann', 'Suspend Ann North', '/admin/users/7?ask=suspend'],
  ['go to north', 'Northshore Royals', '/admin/events/4?album=42'],
])('"%s" offers "%s", which opens %s', async (typed, title, href) => {
  const { router, searched } = await openAdmin();
  const input = await openPalette();
  fireEvent.change(input, { target: { value: typed } });
  await waitFor(() => expect(activeName(input)).toContain(title));
  expect(searched.at(-1)).toBe(typed.replace(/^(refund order|suspend|go to) /, ''));
  press('Enter');
  await waitFor(() => expect(router.state.location.href).toBe(href));
});

test('pages that are not in the menu are found by their names', async () => {
  await openAdmin();
  fireEvent.change(await openPalette(), { target: { value: 'statements' } });
  expect(await screen.findByRole('option', { name: /Photographer statements/ })).toBeTruthy();
});

test('a command that needs a number is typed for me, and what asks about a customer is not offered again', async () => {
  await openAdmin();
  const input = (await openPalette()) as HTMLInputElement;
  fireEvent.change(input, { target: { value: 'refund' } });
  await waitFor(() => expect(activeName(input)).toContain('Refund an order'));
  press('Enter');
  expect(input.value).toBe('refund ');
  fireEvent.change(input, { target: { value: 'refund 42' } });
  await waitFor(() => expect(activeName(input)).toContain('Refund order 42'));
  press('Enter');
  await openPalette();
  expect(screen.queryByRole('option', { name: /Refund order 42/ })).toBeNull();
});

test('commands follow what a role may do now: an analyst only reads customers, a lead may have been allowed to refund', async () => {
  await openAdmin('analyst');
  fireEvent.change(await openPalette(), { target: { value: 'suspend ann' } });
  await screen.findByText('Ann North');
  expect(screen.queryByRole('option', { name: /Suspend/ })).toBeNull();
  await leaveSite();
  await openAdmin('event_lead', ['admin', 'customers', 'refunds']);
  const input = await openPalette();
  fireEvent.change(input, { target: { value: 'refund 42' } });
  await waitFor(() => expect(activeName(input)).toContain('Refund order 42'));
  fireEvent.change(input, { target: { value: 'new' } });
  await waitFor(() => expect(screen.queryByRole('option', { name: /Refund/ })).toBeNull());
  expect(screen.queryByRole('option', { name: 'New event' })).toBeNull();
});

test.each<[Role, boolean]>([
  ['customer_support', false],
  ['super', true],
])('%s can make a coupon: %s', async (role, may) => {
  await openAdmin(role);
  fireEvent.change(await openPalette(), { target: { value: 'new coupon' } });
  await screen.findByText('Northshore Royals');
  expect(screen.queryAllByRole('option', { name: 'New coupon' })).toHaveLength(may ? 1 : 0);
});

test.each<[Role, string[]]>([
  ['customer_support', []],
  ['super', ['Settings']],
])('%s finds the settings it may change: %j', async (role, groups) => {
  await openAdmin(role);
  const input = await openPalette();
  fireEvent.change(input, { target: { value: 'coupon' } });
  await screen.findByText('Northshore Royals');
  expect(screen.queryAllByRole('group', { name: 'Settings' }).map(() => 'Settings')).toEqual(groups);
});

test('customers are not written into the storage of the browser', () => {
  const user = { key: 'user:7', kind: 'user' as const, title: 'Ann North', detail: '', to: '/admin/users/7' };
  rememberCommand(99, user);
  rememberCommand(99, { ...user, key: 'page:/admin', kind: 'page', title: 'Overview', to: '/admin' });
  expect(localStorage.getItem('PALETTE:99')).not.toContain('Ann');
  expect(localStorage.getItem('PALETTE:99')).toContain('Overview');
});
