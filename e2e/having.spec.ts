import type { Download, Page } from '@playwright/test';
import { expectNoViolations, PHONE } from './axe.ts';
import { putFacesOn } from './database.ts';
import { newPage, newPerson, register } from './people.ts';
import { callAs, type SoldAlbum, viewAlbums } from './purchases.ts';
import { expect as expectSoon, test } from './test.ts';

test.describe.configure({ timeout: 180_000 });
const expect = expectSoon.configure({ timeout: 30_000 });

type Batches = { batches: number[] };

/** Registers somebody who owns an album; the ways of buying have their own journeys. */
async function own(page: Page): Promise<SoldAlbum & { images_count: number }> {
  await register(page, newPerson());
  const card = await callAs(page, 'POST', '/payment-sources/add-payment-method', { token: 'pm_card_visa' });
  const [album] = await viewAlbums(page, 1);
  const { total: amount } = await callAs(page, 'POST', '/payments/quote', { albumId: album?.id });
  const paid = await callAs(page, 'POST', '/album-payments/add-album-payment', {
    albumId: album?.id,
    paymentMethodId: card.id,
    amount,
    facial: false,
  });
  expect(paid.status).toBe('succeeded');
  return album as SoldAlbum & { images_count: number };
}

test('on a phone an owner saves all photos in batches, and opens the album without a network', async ({
  browser,
}) => {
  const page = await newPage(browser, {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'allow',
  });
  await page.addInitScript(() => {
    const phone = window as unknown as Batches;
    phone.batches = [];
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files = [] }: ShareData) => void phone.batches.push(files.length),
    });
  });
  const album = await own(page);
  await page.goto(`/user-album/${album.id}`);
  const photos = page.getByRole('region', { name: 'Your photos' });
  const done = photos.getByText(/Your phone has all/);
  await photos.getByRole('button', { name: 'Save to phone' }).click();
  for (let handed = 10; handed < album.images_count; handed += 10) {
    await photos.getByRole('button', { name: `Save photos ${handed + 1} to ` }).click();
  }
  await expect(done).toBeVisible();
  const batches = await page.evaluate(() => (window as unknown as Batches).batches);
  expect(Math.max(...batches)).toBeLessThanOrEqual(10);
  expect(batches.reduce((sum, count) => sum + count, 0)).toBe(album.images_count);

  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.reload();
  await photos.getByRole('button', { name: 'Save offline' }).click();
  await expect(photos.getByText(/^On this device/)).toBeVisible();
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByLabel(`Photo 1 of ${album.images_count}`, { exact: true })).toBeVisible();
  await expect(photos.getByText(/^On this device/)).toBeVisible();
});

test('an owner downloads a selection, shares it by link without an account, and ends the link', async ({
  page,
  browser,
}) => {
  const album = await own(page);
  await page.goto(`/user-album/${album.id}`);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  for (const photo of [1, 3]) {
    await page.getByLabel(`Photo ${photo} of ${album.images_count}`, { exact: true }).click();
  }
  await expect(page.getByText('2 photos selected')).toBeVisible();
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  await page.getByRole('button', { name: 'Download 2 photos' }).click();
  await expect.poll(() => downloads.length).toBe(2);
  for (const download of downloads) expect(await download.failure()).toBeNull();

  await page.getByRole('region', { name: 'Selected photos' }).getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: /^Send to family/ }).click();
  await page.getByLabel('Who’s it for?').fill('Grandma');
  await page.getByRole('button', { name: 'Create link' }).click();
  const address = await page.getByText(/\/shared\//).textContent();
  const visitor = await newPage(browser, { viewport: PHONE });
  await visitor.goto(address ?? '');
  await expect(visitor.getByText(/shared 2 photos with you/)).toBeVisible();
  const picture = visitor.locator('main img').first();
  await expect(picture).toHaveJSProperty('complete', true);
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await page.goto('/user-profile');
  await page.getByRole('button', { name: 'Stop the link to Grandma' }).click();
  await page.getByRole('button', { name: 'Stop link' }).click();
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('on a phone a parent covers other children, shares the copy, and asks never to show her child', {
  tag: '@deep',
}, async ({ browser }) => {
  const page = await newPage(browser, { viewport: PHONE });
  await page.addInitScript(() => {
    const phone = window as unknown as { shared: File[] };
    phone.shared = [];
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files = [] }: ShareData) => void phone.shared.push(...files),
    });
  });
  const album = await own(page);
  await putFacesOn(album.id);
  await page.goto(`/user-album/${album.id}`);
  await page.getByLabel(`Photo 1 of ${album.images_count}`, { exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: /^Share safely/ }).click();

  await expect(page.getByText('3 faces covered.')).toBeVisible();
  await expectNoViolations(page, 'the editor of a safe share');
  await page.getByRole('button', { name: 'Face 2, covered' }).click();
  await page.getByRole('button', { name: 'Face 3, covered' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 face covered.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 faces covered.')).toBeVisible();
  const sheet = await page.getByTestId('cover-sheet').boundingBox();
  if (!sheet) throw new Error('the photo is not shown');
  const [x, y] = [sheet.x + sheet.width * 0.45, sheet.y + sheet.height * 0.75];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y, { steps: 3 });
  await page.mouse.up();
  await expect(page.getByRole('button', { name: 'Your cover 4' })).toBeVisible();

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await saving).suggestedFilename()).toBe('shared-safely.jpg');
  await page.getByRole('dialog').getByRole('button', { name: 'Share', exact: true }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: File[] }).shared.map(({ type }) => type)))
    .toEqual(['image/jpeg']);

  await page.getByRole('button', { name: 'Never show my child' }).click();
  const asking = page.getByRole('dialog', { name: 'Never show my child' });
  await asking.getByRole('button', { name: /^Choose your child/ }).click();
  await asking.getByRole('button', { name: 'Never show', exact: true }).click();
  await expect(page.getByText(/^Done\. This face is covered/)).toBeVisible();
});
