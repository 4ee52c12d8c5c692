import type { Page } from '@playwright/test';
import { PHONE } from './axe.ts';
import { enterByCode, logIn, newPage, newPerson, nextMessage, register } from './people.ts';
import { PAYING_MS, placeOrder } from './place-order.ts';
import { callAs, nameOf, typeCard, viewAlbums } from './purchases.ts';
import { countTaps } from './taps.ts';
import { expect, test } from './test.ts';

test.setTimeout(180_000);

async function openPool(page: Page) {
  await logIn(page, 'parent2@encore.test');
  const [album] = await viewAlbums(page, 1);
  if (!album) throw new Error('no album');
  const key = await placeOrder(page, [album]);
  await callAs(page, 'PUT', `/orders/${key}`, { is_pool: true });
  return { key, album };
}

test('a pool link without log-in leads to a share of it', { tag: '@deep' }, async ({ page, browser }) => {
  const { key, album } = await openPool(page);
  const guest = await newPage(browser, { viewport: PHONE });
  const taps = await countTaps(guest);
  const email = newPerson().email;
  await guest.goto(`/checkout/${key}`);
  await expect(guest.getByRole('heading', { level: 1, name: /^Join .*’s group order$/ })).toBeVisible();
  await expect(guest.getByText(nameOf(album), { exact: true })).toBeVisible();
  await expect(guest.getByText(/7 of 7 left/)).toBeVisible();
  await enterByCode(guest, email, 'Continue');
  await expect(guest.getByRole('heading', { level: 1, name: 'Group order' })).toBeVisible();
  await guest.getByLabel(/Your first name/).fill('Noor');
  await typeCard(guest, 'succeeds');
  await guest.getByRole('button', { name: /^Take 1 share: \$/ }).click();
  await expect(guest.getByRole('heading', { name: 'You have 1 share' })).toBeVisible({ timeout: PAYING_MS });
  expect(await taps()).toBeLessThanOrEqual(3);
  await page.goto(`/checkout/${key}`);
  await expect(page.getByRole('list', { name: 'Who’s in' })).toContainText('Noor');
});

test('a buyer without an account buys from the public page of an album', async ({ page, browser }) => {
  await logIn(page, 'parent2@encore.test');
  const [album] = await viewAlbums(page, 1);
  const guest = await newPage(browser, { viewport: PHONE });
  const taps = await countTaps(guest);
  await guest.goto(`/view-album/${album?.uuid}`);
  await enterByCode(guest, newPerson().email, /^Buy the album, \$/);
  await expect(guest).toHaveURL(new RegExp(`/purchaseAlbum/${album?.uuid}`));
  expect(await taps()).toBeLessThanOrEqual(2);
});

/** Invites a person with an account and returns the path of the link in the mail. */
async function mailInvitation(page: Page, email: string): Promise<{ path: string; albumId: number }> {
  await logIn(page, 'parent2@encore.test');
  const [album] = await viewAlbums(page, 1);
  if (!album) throw new Error('no album');
  await callAs(page, 'POST', '/album-invites', { albumId: album.id, albumUUID: album.uuid, email });
  const { text } = await nextMessage(page, email, /shared photos/);
  const address = new URL(/https?:\/\/\S+\/view-album\/\S+/.exec(text)?.[0] ?? '');
  expect(address.searchParams.get('login')).toBeTruthy();
  return { path: address.pathname + address.search, albumId: album.id };
}

test('the link in a mail logs in by itself, once, and opens the album', async ({ page, browser }) => {
  const person = newPerson();
  await register(page, person);
  const { path, albumId } = await mailInvitation(page, person.email);
  const scanner = await page.request.get(path);
  expect(scanner.ok()).toBe(true);

  const reader = await newPage(browser, { viewport: PHONE });
  const taps = await countTaps(reader);
  await reader.goto(path);
  await reader.getByRole('button', { name: 'Open album' }).click();
  await expect(reader).toHaveURL(new RegExp(`/album/${albumId}$`));
  expect(await taps()).toBe(1);
  expect(reader.url()).not.toContain('login=');

  const second = await newPage(browser);
  await second.goto(path);
  await expect(second.getByRole('heading', { name: 'Continue by email' })).toBeVisible();
});

test('a link for another account asks who goes on', { tag: '@deep' }, async ({ page, browser }) => {
  const [first, second] = [newPerson(), newPerson()];
  await register(page, first);
  const { path } = await mailInvitation(page, first.email);
  const other = await newPage(browser);
  await register(other, second);
  await other.goto(path);
  const sheet = other.getByRole('dialog', { name: 'Which account?' });
  await expect(sheet).toContainText(`You’re logged in as ${second.email}`);
  await sheet.getByRole('button', { name: /^Switch to / }).click();
  await expect(sheet).toBeHidden();
  expect(await other.evaluate(() => localStorage.USER)).toContain(first.email);
  await expect(other.getByRole('button', { name: 'Open album' })).toBeVisible();
});

test('a log-in that is sent before the script has arrived logs in once', async ({ browser }) => {
  const page = await newPage(browser, { viewport: PHONE });
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/local')) sent += 1;
  });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('parent2@encore.test');
  await page.getByLabel('Password', { exact: true }).fill('encore-demo');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(sent).toBe(0);
  arrive();
  await expect(page.getByRole('heading', { level: 1, name: 'Your teams’ photos' })).toBeVisible();
  expect(sent).toBe(1);
});
