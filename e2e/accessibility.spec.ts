import type { Page } from '@playwright/test';
import { DESK, expectAccessible, expectNoViolations, expectRoomForLargeText, PHONE } from './axe.ts';
import { openWithin } from './open-within.ts';
import { logIn, newPerson, register } from './people.ts';
import { payByCall, placeOrder } from './place-order.ts';
import { callAs, viewAlbums } from './purchases.ts';
import { expect, test } from './test.ts';

async function expectPageAccessible(page: Page, path: string): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.goto(path);
  await expectAccessibleAtEachSize(page, path);
}

async function expectAccessibleAtEachSize(page: Page, path: string): Promise<void> {
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expect(page.getByText('Loading...').filter({ visible: true })).toHaveCount(0);
    await expectAccessible(page, path);
  }
  if (!path.startsWith('/admin')) await expectRoomForLargeText(page, path);
}

async function expectNextAccessible(page: Page, path: string): Promise<void> {
  await page.setViewportSize(PHONE);
  await openWithin(page, path);
  await expectAccessibleAtEachSize(page, path);
}

/** Loads only the first page and opens the others within the app, because every load needs axe to be loaded again. */
async function expectPagesAccessible(page: Page, [first, ...others]: [string, ...string[]]): Promise<void> {
  await expectPageAccessible(page, first);
  for (const path of others) await expectNextAccessible(page, path);
}

test('pages for visitors have no accessibility violations', { tag: '@deep' }, async ({ page }) => {
  test.setTimeout(300_000);
  await expectPagesAccessible(page, [
    '/',
    '/login',
    '/events',
    '/LoginSimple',
    '/register',
    '/PasswordReset',
  ]);
});

test('pages of a customer have no accessibility violations', { tag: '@deep' }, async ({ page }) => {
  test.setTimeout(300_000);
  await logIn(page, 'parent@encore.test');
  await expectPagesAccessible(page, [
    '/',
    '/events',
    '/events/10',
    '/payment',
    '/events/10?tab=albums',
    '/search-albums',
    '/user-profile',
    '/MyAlbums',
    '/MyAthlete',
    '/addNewAthlete',
  ]);
});

test('buying an album or a photo has no accessibility violations', { tag: '@deep' }, async ({ page }) => {
  test.setTimeout(300_000);
  await register(page, newPerson());
  const [album] = await viewAlbums(page, 1);
  await expectPagesAccessible(page, ['/AddPaymentMethod', `/purchaseAlbum/${album?.uuid}`]);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('dialog', { name: 'Your Shopping Cart' }).waitFor();
  await expectNoViolations(page, 'the cart');
  await page.getByRole('button', { name: 'Close' }).last().click();
  await expectNextAccessible(page, `/payment?album=${album?.id}`);
  await openWithin(page, `/user-album/${album?.id}`);
  await page.getByRole('button', { name: 'View Album' }).click();
  await page.getByLabel(/^Photo 1 of/).click();
  await page.getByRole('button', { name: /^Buy this photo/ }).click();
  await page.getByLabel('Card number').waitFor();
  await expectNoViolations(page, 'the purchase sheet');
  const photo = new URL(page.url()).searchParams.get('photo');
  await expectNextAccessible(page, `/image-payment?image=${photo}`);
});

test('an open order has no accessibility violations, paid alone or shared', { tag: '@deep' }, async ({
  page,
}) => {
  test.setTimeout(600_000);
  await register(page, newPerson());
  const key = await placeOrder(page, await viewAlbums(page, 1));
  await expectPageAccessible(page, `/checkout/${key}`);
  await callAs(page, 'PUT', `/orders/${key}`, { is_pool: true });
  await expectPageAccessible(page, `/checkout/${key}`);
  await expectNextAccessible(page, '/OpenOrders');
});

test('a paid order, its receipt and its download have no accessibility violations', { tag: '@deep' }, async ({
  page,
}) => {
  test.setTimeout(600_000);
  await register(page, newPerson());
  const key = await placeOrder(page, await viewAlbums(page, 1));
  await payByCall(page, key);
  await expectPagesAccessible(page, [`/checkout/${key}`, `/receipt/${key}`, '/MyAlbums']);
});

test('pages of staff have no accessibility violations', { tag: '@deep' }, async ({ page }) => {
  test.setTimeout(300_000);
  await logIn(page, 'super@encore.test');
  await expectPagesAccessible(page, [
    '/admin',
    '/admin/albums',
    '/admin/events',
    '/admin/events/10',
    '/admin/price-lists',
    '/admin/events/new',
    '/admin/users',
    // The sections of an event share its heading, so another page comes between them.
    '/admin/events/10/upload',
    '/admin/users/1',
    '/admin/events/10/pricing',
    '/admin/users/found-albums/1',
    '/admin/users/notification-settings',
    '/admin/users/user-athletes/1',
    '/admin/reports',
    '/admin/photographer-report',
    '/admin/events/10/links',
    '/admin/photographer-report/roster',
    '/admin/events',
    '/admin/photographer-report/statements',
    '/admin/books',
    '/admin/tax',
    '/admin/payouts',
    '/admin/never-show',
    '/admin/report-photo-review',
    '/admin/settings',
  ]);
});
