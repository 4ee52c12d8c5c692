import type { Locator, Page } from '@playwright/test';
import { expectAccessible, PHONE } from './axe.ts';
import { newPage, newPerson, register } from './people.ts';
import { BOUGHT_TITLE, callAs, payButton, type SoldAlbum, typeCard, viewAlbums } from './purchases.ts';
import { expect as expectSoon, test } from './test.ts';

test.describe.configure({ timeout: 180_000 });
const expect = expectSoon.configure({ timeout: 30_000 });

/** Counts what a thumb does. */
function countTaps() {
  let taps = 0;
  return {
    tap: async (target: Locator) => {
      taps += 1;
      await target.click();
    },
    open: async (page: Page, path: string) => {
      taps += 1;
      await page.goto(path);
    },
    count: () => taps,
  };
}

const keepCard = (page: Page) =>
  callAs(page, 'POST', '/payment-sources/add-payment-method', { token: 'pm_card_visa' });
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Choose your photos' });

async function findUnviewedAlbum(page: Page): Promise<SoldAlbum & { images_count: number }> {
  const events: { id: number }[] = await callAs(page, 'GET', '/events');
  const ids = events.map(({ id }) => id).join(',');
  const albums = await callAs(page, 'GET', `/albums?events_in=${ids}`);
  return albums.find(({ images_count }: { images_count: number }) => images_count > 3);
}

test('on a phone a mail leads to the paid album in three taps, and a fourth downloads it', async ({
  browser,
}) => {
  const page = await newPage(browser, { viewport: PHONE, hasTouch: true });
  await register(page, newPerson());
  await keepCard(page);
  const album = await findUnviewedAlbum(page);
  const { open, tap, count } = countTaps();
  await open(page, `/user-album/${album.id}`);
  await tap(page.getByRole('button', { name: 'View and buy' }));
  await tap(payButton(page));
  await expect(page.getByRole('heading', { name: BOUGHT_TITLE })).toBeVisible();
  expect(count()).toBe(3);
  await expectAccessible(page, 'the paid purchase sheet');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    tap(page.getByRole('button', { name: /^Download/ })),
  ]);
  expect(await download.failure()).toBeNull();
  expect(count()).toBe(4);
  expect(await callAs(page, 'GET', '/orders?scope=paid')).toHaveLength(1);
});

test('favorites are paid for together above an open photo, with 3-D Secure in the sheet', {
  tag: '@deep',
}, async ({ page }) => {
  await register(page, newPerson());
  const [album] = await viewAlbums(page, 1);
  await page.goto(`/user-album/${album?.id}`);
  await page.getByRole('button', { name: 'View Album' }).click();
  for (const photo of [1, 2]) {
    await page.getByLabel(`Favorite photo ${photo}`, { exact: true }).click({ force: true });
  }
  await page.getByLabel(/^Photo 2 of/).click();
  await page.getByRole('button', { name: /^Buy this photo/ }).click();
  const sheet = sheetOf(page);
  await expectAccessible(page, 'the purchase sheet');
  await sheet.getByRole('radio', { name: /^Favorites/ }).check({ force: true });
  await typeCard(page, 'bankAsks');
  await payButton(page).dblclick();
  await page.frameLocator('iframe').getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByRole('heading', { name: /^They’re yours/ })).toBeVisible();
  const [order] = await callAs(page, 'GET', '/orders?scope=paid');
  expect(order.items).toHaveLength(2);
});

test('the album is shared from the sheet, and the cart stays as it was', { tag: '@deep' }, async ({
  page,
}) => {
  await register(page, newPerson());
  await keepCard(page);
  const [album] = await viewAlbums(page, 1);
  await page.goto(`/user-album/${album?.id}?buy=pool`);
  await page.getByRole('button', { name: /^Take 1 share: \$/ }).click();
  await expect(page.getByRole('heading', { name: 'Your share is reserved' })).toBeVisible();
  await expect(page.getByText('is on hold on your card, not charged')).toBeVisible();
  await page.getByRole('link', { name: 'Open the group order' }).click();
  await expect(page.getByRole('heading', { name: '1 of 7 shares' })).toBeVisible();
});
