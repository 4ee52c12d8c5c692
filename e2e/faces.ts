import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect as expectSoon, type Page } from '@playwright/test';
import sharp from 'sharp';
import { groupPhoto } from '#server/testing/athletes.ts';
import { createEvent } from './competition.ts';
import { logIn } from './people.ts';
import { callAs } from './purchases.ts';

// Finding real faces is slow on a busy machine.
const expect = expectSoon.configure({ timeout: 60_000 });

const FIRST_SECOND_OF_ALBUM = '2026:12:05 09:01';

type Performance = { id: number; program: string };
let performance: Promise<Performance> | undefined;

/** A performance with two photos of Maya and one of others, which the journeys of a worker share. */
export function findPerformance(browser: Browser): Promise<Performance> {
  performance ??= photographPerformance(browser);
  return performance;
}

async function photographPerformance(browser: Browser): Promise<Performance> {
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
  await page.goto(`/admin/events/${eventId}/running-order`);
  await page
    .getByLabel('CSV')
    .fill(`performance_order,program,team,division,planned_time\n1,${program},Team 1,Senior L1,09:00`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Import 1 album' }).click();
  await expect.poll(async () => (await callAs(page, 'GET', `/albums/admin?event=${eventId}`)).length).toBe(1);
  await page.goto(`/admin/events/${eventId}/upload`);
  await page.locator('input[type=file][aria-label=Photos]').setInputFiles(files);
  await expect(page.getByRole('region', { name: 'Upload report' })).toBeVisible();
  await expect
    .poll(async () => (await callAs(page, 'GET', `/albums/admin?event=${eventId}`))[0]?.images_count)
    .toBe(scenes.length);
  const [album] = await callAs(page, 'GET', `/albums/admin?event=${eventId}`);
  // Three photos are too few for an album to publish itself.
  await callAs(page, 'PUT', `/albums/${album.id}`, { published: true, few_photos_ok: true });
  await page.close();
  return { id: album.id, program };
}

export const imageFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });

export async function addMaya(page: Page): Promise<void> {
  await page.goto('/MyAthlete');
  await page.getByRole('link', { name: 'Add an athlete' }).click();
  await page.getByLabel('First name').fill('Maya');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: /parent or legal guardian/ }).check();
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'I agree' }).click();
  await expect(page.getByRole('heading', { name: 'Photos of Maya' })).toBeVisible();
}
