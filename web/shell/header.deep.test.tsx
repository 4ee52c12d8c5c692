// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import type { User } from '#contract/entities/user.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { findLastLocation } from '#web/lib/come-back.ts';
import { openSession } from '#web/lib/session.ts';
import { answer, answerCalls, bodiesSentTo, errorAnswer, type Reply } from '#web/testing/answers.ts';
import { buildFoundAlbum } from '#web/testing/demo-albums.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { renderSite } from '#web/testing/render-site.tsx';

async function openPage(
  user: User | undefined,
  albums: Reply<typeof foundAlbumEndpoints.myAlbums>,
  path = '/unsubscribe',
) {
  const fetches = answerCalls(
    ...(user ? [answer(accountEndpoints.me, user)] : []),
    answer(foundAlbumEndpoints.myAlbums, albums),
    answer(accountEndpoints.logOut, { ok: true }),
  );
  if (user) openSession({ jwt: 'token-1', user });
  const router = renderSite(path);
  await screen.findByRole('heading', { level: 1 });
  return { router, fetches };
}

const notFound = errorAnswer(404, 'not_found');
const mainEntries = () =>
  [...screen.getByRole('navigation', { name: 'Main' }).querySelectorAll('a, button')].map(
    (entry) => entry.textContent,
  );

test('logged out: a logo link, a title link and Login', async () => {
  await openPage(undefined, notFound);
  expect(screen.getByRole('link', { name: 'Encore home' }).getAttribute('href')).toBe('/');
  expect(screen.getByRole('link', { name: 'Encore' }).getAttribute('href')).toBe('/');
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login?code=true');
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Shopping cart/ })).toBeNull();
});

test.each([
  ['logged out', undefined],
  ['logged in', buildUser()],
])('%s: one press on the bug button opens the report', async (_name, user) => {
  await openPage(user, notFound);
  // One is in the header, the other in the footer for phones; styles hide one of them.
  const [bug] = screen.getAllByRole('button', { name: 'Report a bug' });
  if (bug) fireEvent.click(bug);
  const dialog = await screen.findByRole('dialog', { name: 'Report a bug' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each<[Role, string[]]>([
  ['authenticated', ['Search', 'Events', 'Purchases', 'Athletes', 'Profile', 'Logout']],
  ['customer_support', ['Search', 'Events', 'Purchases', 'Athletes', 'Profile', 'Admin', 'Logout']],
  ['analyst', ['Search', 'Events', 'Purchases', 'Athletes', 'Profile', 'Admin', 'Logout']],
  ['super', ['Search', 'Events', 'Purchases', 'Athletes', 'Profile', 'Admin', 'Logout']],
])('%s sees %j', async (type, entries) => {
  await openPage(buildUser({ type }), notFound);
  expect(mainEntries()).toEqual(entries);
});

test.each<Role>(['customer_support', 'analyst', 'super'])(
  'on an admin page a %s sees the same entries and badges as elsewhere, also in the menu of a phone',
  async (type) => {
    const entries = ['Search', 'Events', 'Purchases', 'Athletes', 'Profile', 'Admin', 'Logout'];
    const { router } = await openPage(
      buildUser({ type }),
      { found: [buildFoundAlbum(1)], owned: [buildFoundAlbum(2, { owned: true })], owned_images: [] },
      '/admin/report-photo-review',
    );
    const main = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(await main.findByRole('link', { name: /Purchases.*2 albums/ })).toBeTruthy();
    expect(mainEntries().map((text) => text?.replace(/2.*/, ''))).toEqual(entries);
    expect(screen.getByRole('button', { name: /Shopping cart/ })).toBeTruthy();
    const bar = within(screen.getByRole('navigation', { name: 'Main, phone' }));
    fireEvent.click(bar.getByRole('button', { name: 'More' }));
    const more = await screen.findByRole('navigation', { name: 'More' });
    const rows = [...more.querySelectorAll('a, button')].map((row) => row.textContent?.replace(/2$/, ''));
    expect(rows).toEqual(entries);
    expect(within(more).getByRole('link', { name: /Purchases/ }).textContent).toBe('Purchases2');
    expect(router.state.location.pathname).toBe('/admin/report-photo-review');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

test('the tab bar of a phone has Search, Events, Purchases and Athletes, and More for the rest', async () => {
  await openPage(buildUser(), notFound);
  const bar = screen.getByRole('navigation', { name: 'Main, phone' });
  const tabs = [...bar.querySelectorAll('a, button')].map((entry) => entry.textContent);
  expect(tabs).toEqual(['Search', 'Events', 'Purchases', 'Athletes', 'More']);
});

test('the Purchases badge counts found and owned albums', async () => {
  await openPage(buildUser(), {
    found: [1, 2, 3].map((id) => buildFoundAlbum(id)),
    owned: [4, 5].map((id) => buildFoundAlbum(id, { owned: true })),
    owned_images: [],
  });
  const main = within(await screen.findByRole('navigation', { name: 'Main' }));
  expect(await main.findByRole('link', { name: /Purchases.*5 albums/ })).toBeTruthy();
});

test.each([
  [0, ''],
  [2, '2'],
  [99, '99'],
  [120, '99+'],
])('a cart of %i shows %j', async (count, badge) => {
  const items = Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
  const cart = { id: 1, total: 0, sub_total: 0, items } as unknown as User['cart'];
  await openPage(buildUser({ cart }), notFound);
  const button = screen.getByRole('button', { name: `Shopping cart, ${count} items` });
  expect(button.textContent).toBe(badge);
});

test('an empty cart opens with its notice and cannot be checked out', async () => {
  await openPage(buildUser(), notFound);
  fireEvent.click(screen.getByRole('button', { name: /Shopping cart/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Your Shopping Cart' });
  expect(within(dialog).getByText('Your cart is empty!')).toBeTruthy();
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Checkout' }).disabled).toBe(true);
  fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Logout tells the server, clears the session and ends at /Login with no way back kept', async () => {
  const { router, fetches } = await openPage(buildUser(), notFound);
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/Login'));
  expect(bodiesSentTo(fetches, accountEndpoints.logOut)).toHaveLength(1);
  expect(localStorage.getItem('ACCESS_TOKEN')).toBeNull();
  expect(localStorage.getItem('USER')).toBeNull();
  await waitFor(() => expect(findLastLocation()).toBeUndefined());
});

test('More holds the same entries and the appearance', async () => {
  await openPage(buildUser({ type: 'super' }), notFound);
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  const dialog = await screen.findByRole('dialog', { name: 'Dana Kim' });
  const more = within(dialog).getByRole('navigation', { name: 'More' });
  for (const name of ['Search', 'Events', 'Purchases', 'Athletes', 'Profile', 'Admin']) {
    expect(within(more).getByRole('link', { name })).toBeTruthy();
  }
  expect(within(dialog).getByRole('button', { name: 'Logout' })).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Dark' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  fireEvent.click(within(dialog).getByRole('radio', { name: 'System' }));
  expect(document.documentElement.dataset.theme).toBeUndefined();
});
