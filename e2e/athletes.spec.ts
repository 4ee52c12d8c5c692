import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { groupPhoto, portrait } from '#server/testing/athletes.ts';
import { createEvent } from './competition.ts';
import { logIn, newPerson, register } from './people.ts';
import { callAs, payButton, typeCard } from './purchases.ts';
import { expect as expectSoon, test } from './test.ts';

// Finding real faces is slow on a busy machine.
test.describe.configure({ timeout: 300_000 });
const expect = expectSoon.configure({ timeout: 60_000 });

const FIRST_SECOND_OF_ALBUM = '2026:12:05 09:01';

/** Uploads a performance with two photos of Maya and one of others. */
async function photographPerformance(browser: Browser): Promise<{ id: number; program: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'encore-faces-'));
  const scenes = [
    await groupPhoto('mayaLater', 'stranger'),
    await groupPhoto('mayaLater'),
    await groupPhoto('stranger', 'otherStranger'),
  ];
  const files = await Promise.all(
    scenes.map(async (scene, index) => {
      const file = join(folder, `IMG_${index + 1}.jpg`);
      const exif = { BodySerialNumber: 'BODY-A', DateTimeOriginal: `${FIRST_SECOND_OF_ALBUM}:0${index}` };
      await sharp(scene).withExif({ IFD2: exif }).jpeg({ quality: 95 }).toFile(file);
      return file;
    }),
  );
  const page = await browser.newPage();
  await logIn(page, 'support@encore.test');
  const { id: eventId, program } = await createEvent(page);
  await page.goto(`/admin/albums?event=${eventId}&view=order`);
  await page
    .getByLabel('CSV')
    .fill(`performance_order,program,team,division,planned_time\n1,${program},Team 1,Senior L1,09:00`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Import 1 album' }).click();
  await expect.poll(async () => (await callAs(page, 'GET', `/albums/admin?event=${eventId}`)).length).toBe(1);
  await page.goto(`/admin/albums?event=${eventId}&view=upload`);
  await page.locator('input[type=file][aria-label=Photos]').setInputFiles(files);
  await expect(page.getByRole('region', { name: 'Upload report' })).toBeVisible();
  await expect
    .poll(async () => (await callAs(page, 'GET', `/albums/admin?event=${eventId}`))[0]?.images_count)
    .toBe(scenes.length);
  const [album] = await callAs(page, 'GET', `/albums/admin?event=${eventId}`);
  await page.close();
  return { id: album.id, program };
}

const pictureFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });

async function addMaya(page: Page): Promise<void> {
  await page.goto('/MyAthlete');
  await page.getByRole('link', { name: 'Add an athlete' }).click();
  await page.getByLabel('First name').fill('Maya');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: /parent or legal guardian/ }).check();
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'I consent' }).click();
  await expect(page.getByRole('heading', { name: 'Photos of Maya' })).toBeVisible();
}

test('a parent consents, adds a photo, rejects one match and buys the other', async ({ page, browser }) => {
  const album = await photographPerformance(browser);
  await register(page, newPerson());
  await callAs(page, 'POST', '/team-subscriptions/add-subscription', {
    program_name: album.program,
    team_name: '',
    division_name: '',
  });
  await addMaya(page);

  const photos = page.getByLabel('Reference photos');
  await photos.setInputFiles(pictureFile('two.jpg', await groupPhoto('maya', 'nora')));
  await expect(page.getByText('More than one face found')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Use face \d of 2$/ })).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove this photo' }).click();
  await photos.setInputFiles(pictureFile('maya.jpg', await portrait('maya', 800)));
  await expect(page.getByText('We search for this face')).toBeVisible();
  await page.getByRole('link', { name: 'See photos of Maya' }).click();

  const chosen = page.getByRole('button', { name: /^Choose photo \d of/ });
  await expect(chosen).toHaveCount(2);
  await page
    .getByRole('button', { name: /^(Not|No, not) Maya: photo/ })
    .last()
    .click();
  await expect(chosen).toHaveCount(1);
  await page.reload();
  await expect(page.getByText('1 photo you said is not Maya')).toBeVisible();
  await expect(chosen).toHaveCount(1);

  await page.goto('/');
  await expect(page.getByRole('article')).toContainText('Maya: 1 photo');

  await page.goto('/MyAthlete');
  await chosen.click();
  await page.getByRole('button', { name: 'Buy this photo' }).click();
  const cart = page.getByRole('dialog', { name: 'Your Shopping Cart' });
  await expect(cart.getByText('Digital Photo')).toBeVisible();
  await cart.getByRole('button', { name: 'Checkout' }).click();
  await typeCard(page, 'succeeds');
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'It’s yours' })).toBeVisible();

  await page.goto('/MyAthlete');
  await expect(page.getByText('Yours', { exact: true })).toBeVisible();
  await expect(chosen).toHaveCount(0);
  await page.getByRole('link', { name: /^Buy whole album/ }).click();
  await typeCard(page, 'succeeds');
  const [whole] = await Promise.all([page.waitForRequest(/add-album-payment$/), payButton(page).click()]);
  expect(whole.postDataJSON()).toMatchObject({ facial: true });
  await expect(page.getByRole('heading', { name: 'The album is yours' })).toBeVisible();

  await page.goto(`/user-album/${album.id}`);
  await page.getByRole('button', { name: /^Maya 1$/ }).click();
  await page.getByLabel(/^Photo 1 of 1/).click();
  await expect(page.getByText(/^Maya, (likely match|maybe)$/)).toBeVisible();
});

test('withdrawing consent deletes the face, and searching again needs a new consent', async ({ page }) => {
  await register(page, newPerson());
  await addMaya(page);
  await page
    .getByLabel('Reference photos')
    .setInputFiles(pictureFile('maya.jpg', await portrait('maya', 800)));
  await expect(page.getByText('We search for this face')).toBeVisible();
  await page.goto('/MyAthlete');
  const face = page.getByRole('img', { name: 'Maya, face 1' });
  await expect(face).toBeVisible();
  const address = await face.getAttribute('src');
  await page.getByRole('button', { name: 'Withdraw consent' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw consent' }).click();
  await expect(page.getByText('We are not looking for Maya')).toBeVisible();
  expect((await page.request.get(address as string)).status()).toBe(404);
  await page.getByRole('link', { name: 'Give consent' }).click();
  await expect(page.getByRole('checkbox')).not.toBeChecked();
});
