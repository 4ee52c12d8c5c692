import type { Page } from '@playwright/test';
import { makeBurst } from './database.ts';
import { logIn } from './people.ts';
import { callAs } from './purchases.ts';
import { expect, test } from './test.ts';

/** One of the last albums of the list, because other journeys look at the first ones. */
async function findAlbum(page: Page, fromEnd: number) {
  await logIn(page, 'analyst@encore.test');
  const albums: { id: number; images_count: number }[] = await callAs(
    page,
    'GET',
    '/albums/admin?_limit=300',
  );
  const album = albums.filter(({ images_count }) => images_count > 2).at(-fromEnd);
  if (!album) throw new Error('no album has photos');
  return { address: `/admin/albums/${album.id}/cull`, ...album };
}

test('culling by keys: the clean photo, keep, reject, the best of a burst, undo and zoom', async ({
  page,
}) => {
  const { id, address, images_count } = await findAlbum(page, 2);
  await makeBurst(id);
  const preview = page.waitForResponse((response) => response.url().includes('.preview'));
  await page.goto(address);
  const counts = page.getByRole('status', { name: 'Decisions' });
  await expect(counts).toContainText('0 keep0 reject');
  expect((await preview).headers()['x-picture-rendition']).toBe('clean');
  // Nothing has the focus, and the keys work.
  await page.keyboard.press('k');
  await expect(counts).toContainText('1 keep0 reject');
  await page.keyboard.press('u');
  await expect(counts).toContainText('0 keep0 reject');
  await page.keyboard.press('x');
  const burst = page.getByRole('region', { name: `Burst of ${images_count - 1}` });
  await expect(burst.getByRole('button', { name: /sharpest/ })).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('b');
  await expect(counts).toContainText(`1 keep${images_count - 1} reject0 left`);
  await page.keyboard.press('z');
  await expect(page.getByText('1:1', { exact: true })).toBeVisible();
  await page.keyboard.press('z');
  await page.keyboard.press('m');
  await expect(page.getByRole('combobox', { name: 'Album to move to' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (let i = 0; i < 2; i += 1) await page.keyboard.press('Control+z');
  await expect(counts).toContainText('0 keep0 reject');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(counts).toContainText('0 keep1 reject');
  await page.getByRole('button', { name: 'Undo' }).click();
  // The server has it all, too.
  const isOpen = async () => {
    const { images } = await callAs(page, 'GET', `/albums/${id}/culling`);
    return images.every(
      (photo: { is_kept: boolean; is_rejected: boolean }) => !photo.is_kept && !photo.is_rejected,
    );
  };
  await expect.poll(isOpen).toBe(true);
});

test('a culling round: reject, undo, turn, pick the cover, undo it all from the list', {
  tag: '@deep',
}, async ({ page }) => {
  const { address } = await findAlbum(page, 1);
  await page.goto(address);
  const counts = page.getByRole('status', { name: 'Decisions' });
  await expect(counts).toBeVisible();
  await page.keyboard.press('x');
  await page.keyboard.press('x');
  await expect(counts).toContainText('2 reject');
  await page.keyboard.press('u');
  await expect(counts).toContainText('1 reject');
  await expect(page.getByRole('navigation', { name: 'Film strip' })).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.getByText(/^Turned /)).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Picked');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Use as cover');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Recent actions' }).click();
  const recent = page.getByRole('dialog', { name: 'Recent actions' });
  for (const left of [2, 1, 0]) {
    await recent.getByRole('button', { name: 'Undo' }).first().click();
    await expect(recent.getByRole('button', { name: 'Undo' })).toHaveCount(left);
  }
  await page.keyboard.press('Escape');
  await expect(counts).toContainText('0 reject');
});
