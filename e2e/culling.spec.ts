import type { Page } from '@playwright/test';
import { logIn } from './people.ts';
import { callAs } from './purchases.ts';
import { expect, test } from './test.ts';

/** One of the last albums of the list, because other journeys look at the first ones. */
async function openAlbum(page: Page, fromEnd: number): Promise<void> {
  await logIn(page, 'analyst@encore.test');
  const albums: { id: number; images_count: number }[] = await callAs(
    page,
    'GET',
    '/albums/admin?_limit=300',
  );
  const album = albums.filter(({ images_count }) => images_count > 6).at(-fromEnd);
  await page.goto(`/admin/albums/${album?.id}/cull`);
}

test('culling by keys: the clean photo, keep, reject, the best of a burst, undo and zoom', async ({
  page,
}) => {
  const preview = page.waitForResponse((response) => response.url().includes('.preview'));
  await openAlbum(page, 2);
  const counts = page.getByRole('status', { name: 'Decisions' });
  await expect(counts).toContainText('0 keep 0 reject');
  expect((await preview).headers()['x-picture-rendition']).toBe('clean');
  // Nothing has the focus, and the keys work.
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(counts).toContainText('1 keep 1 reject');
  await page.keyboard.press('u');
  await expect(counts).toContainText('1 keep 0 reject');
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  const burst = page.getByRole('region', { name: 'Burst of 3' });
  await expect(burst.getByRole('button', { name: /sharpest/ })).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('b');
  await expect(counts).toContainText('4 keep 2 reject');
  await page.keyboard.press('z');
  await expect(page.getByText('1:1', { exact: true })).toBeVisible();
  await page.keyboard.press('z');
  await page.keyboard.press('m');
  await expect(page.getByRole('combobox', { name: 'Album to move to' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('Control+z');
  await expect(counts).toContainText('0 keep 0 reject');
  // The server has them all, too.
  await expect(async () => {
    await page.reload();
    await expect(counts).toContainText('0 keep 0 reject', { timeout: 2_000 });
  }).toPass();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(counts).toContainText('0 keep 1 reject');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(counts).toContainText('0 keep 0 reject');
});

test('a culling round in the grid: reject a range, undo, look, turn, pick the cover', {
  tag: '@deep',
}, async ({ page }) => {
  await openAlbum(page, 1);
  await page.keyboard.press('g');
  const grid = page.getByRole('listbox', { name: /^Photos of/ });
  const counts = page.getByRole('status', { name: 'Decisions' });
  await expect(grid).toBeVisible();
  await page.keyboard.press('x');
  await expect(grid.getByRole('option').first()).toContainText('Rejected');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('toolbar', { name: 'Selected photos' })).toContainText('2 photos selected');
  await page.keyboard.press('x');
  await expect(counts).toContainText('3 reject');
  await page.keyboard.press('u');
  await expect(counts).toContainText('1 reject');
  await page.keyboard.press(' ');
  await expect(page.getByRole('navigation', { name: 'Film strip' })).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.getByText(/^Turned /)).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Picked');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Pick as the cover');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Recent actions' }).click();
  const recent = page.getByRole('dialog', { name: 'Recent actions' });
  for (const left of [2, 1, 0]) {
    await recent.getByRole('button', { name: 'Undo' }).first().click();
    await expect(recent.getByRole('button', { name: 'Undo' })).toHaveCount(left);
  }
  await expect(counts).toContainText('0 reject');
});
