import { logIn } from './people.ts';
import { callAs } from './purchases.ts';
import { expect, test } from './test.ts';

test('a culling round by keyboard: reject a range, undo, look, turn, pick the cover', {
  tag: '@deep',
}, async ({ page }) => {
  await logIn(page, 'analyst@encore.test');
  const albums: { id: number; images_count: number; event: number }[] = await callAs(
    page,
    'GET',
    '/albums/admin?_limit=300',
  );
  // The last album of the list, because other journeys look at the first ones.
  const album = albums.findLast(({ images_count }) => images_count > 2);
  await page.goto(`/admin/albums/${album?.id}/cull`);
  const grid = page.getByRole('listbox', { name: /^Photos of/ });
  await grid.focus();
  await page.keyboard.press('x');
  await expect(grid.getByRole('option').first()).toContainText('Rejected');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('toolbar', { name: 'Selected photos' })).toContainText('2 photos selected');
  await page.keyboard.press('x');
  await expect(page.getByText('3 rejected')).toBeVisible();
  await expect(page.getByText('Rejected 2 photos')).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByText('1 rejected')).toBeVisible();
  await page.keyboard.press(' ');
  const large = page.getByRole('dialog');
  await expect(large).toContainText('Photo 3 of');
  await page.keyboard.press('r');
  await expect(page.getByText('Turned 1 photo')).toBeVisible();
  await page.keyboard.press('c');
  await expect(large).toContainText('Unset cover');
  await page.keyboard.press('Escape');
  await grid.focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Pick as the cover');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Recent actions' }).click();
  const recent = page.getByRole('dialog', { name: 'Recent actions' });
  for (const left of [2, 1, 0]) {
    await recent.getByRole('button', { name: 'Undo' }).first().click();
    await expect(recent.getByRole('button', { name: 'Undo' })).toHaveCount(left);
  }
  await expect(page.getByText('0 rejected')).toBeVisible();
});
