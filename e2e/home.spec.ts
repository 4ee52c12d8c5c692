import type { Locator } from '@playwright/test';
import { expectAccessible, PHONE } from './axe.ts';
import { newPage, newPerson, register } from './people.ts';
import { callAs } from './purchases.ts';
import { countTaps } from './taps.ts';
import { expect as expectSoon, test } from './test.ts';

test.setTimeout(180_000);
const expect = expectSoon.configure({ timeout: 30_000 });

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('not on the screen');
  return box;
}

async function expectApart(one: Locator, other: Locator) {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  const isApart =
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
  expect(isApart, JSON.stringify([a, b])).toBe(true);
}

test('a newcomer goes from home by search to a saved team and its album in two taps, and back to the same place', async ({
  browser,
}) => {
  const page = await newPage(browser, { viewport: PHONE, hasTouch: true });
  const taps = await countTaps(page);
  await register(page, newPerson());
  const { albums } = await callAs(page, 'GET', '/albums/search?q=');
  const album = albums.find(({ images_count }: { images_count: number }) => images_count > 3);
  const team = `${album.program_name} ${album.team_name}`;
  await page.goto('/');
  await expect(page.getByText('No albums available, please check back later.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /which team are we looking for/ })).toBeVisible();
  await expect(page.getByRole('region', { name: /^(Latest events|This weekend)$/ })).toBeVisible();
  await expectAccessible(page, 'the home page of a newcomer');

  await page.getByLabel('Filter/Refine Results by Keywords').fill(team);
  const save = page.getByRole('region', { name: 'Teams' }).getByRole('button', { name: team });
  await save.click();
  await expect(save).toContainText('Saved');
  await expectAccessible(page, 'the results of a search');
  const card = page.getByRole('article', { name: new RegExp(team) }).first();
  const view = card.getByRole('link', { name: 'View Album' });
  await view.scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => window.scrollY);
  await view.click();
  await expect(page.getByRole('link', { name: /^Photo 1 of/ })).toBeVisible();
  expect(await taps()).toBe(2);

  const bug = page.getByRole('button', { name: 'Report a bug' });
  await expectApart(bug, page.getByRole('region', { name: 'Purchase' }));
  await expectApart(bug, page.getByRole('link', { name: /^Photo 1 of/ }));
  await page.getByRole('link', { name: /^Photo 1 of/ }).click();
  await expectApart(bug, page.getByRole('button', { name: 'Favorite', exact: true }));
  await expectApart(bug, page.getByRole('button', { name: /^Buy this photo/ }));
  await bug.click();
  await expect(page.getByRole('dialog', { name: 'Report a bug' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Report a bug' })).toBeHidden();
  await page.getByRole('button', { name: 'Close photo' }).click();

  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page.getByLabel('Filter/Refine Results by Keywords')).toHaveValue(team);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);
});
