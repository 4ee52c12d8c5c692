import type { Page } from '@playwright/test';
import {
  ALBUMS,
  createEvent,
  FILES,
  FRAMES_PER_ALBUM,
  NEEDS_SORTING,
  photographCompetition,
  runningOrder,
} from './competition.ts';
import { endViewsNow } from './database.ts';
import { filterBy } from './lists.ts';
import { logIn, newPage, newPerson, register } from './people.ts';
import { callAs } from './purchases.ts';
import { expect, test } from './test.ts';

const VIEWS_EXCEEDED =
  'Album views exceeded. In an effort to protect athletes, we limit the number of times you are able to view an album before purchase';

async function countsByOrder(page: Page, eventId: number): Promise<Record<number, number>> {
  const albums: { performance_order: number; images_count: number }[] = await callAs(
    page,
    'GET',
    `/albums/admin?event=${eventId}`,
  );
  return Object.fromEntries(albums.map((album) => [album.performance_order, album.images_count]));
}

test('photos of an imported competition are filed by time, except unsorted ones', { tag: '@deep' }, async ({
  page,
}) => {
  test.setTimeout(240_000);
  const files = await photographCompetition();
  expect(files).toHaveLength(FILES);
  await logIn(page, 'support@encore.test');
  const { id, program } = await createEvent(page);

  await page.goto(`/admin/events/${id}/running-order`);
  await page.getByLabel('CSV').fill(runningOrder(program));
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: `Import ${ALBUMS} albums` }).click();
  await expect.poll(() => countsByOrder(page, id)).toEqual({ 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0 });

  await page.goto(`/admin/events/${id}/upload`);
  await page.locator('input[type=file][aria-label=Photos]').setInputFiles(files);
  const report = page.getByRole('region', { name: 'Upload report' });
  await expect(report).toBeVisible({ timeout: 180_000 });
  await expect(report).toContainText(`${FILES} photos`);
  await expect(report.getByRole('listitem').first()).toBeVisible();
  const figures = report.locator('dl');
  await expect(figures).toContainText(String(ALBUMS * FRAMES_PER_ALBUM));
  await expect(figures).toContainText(String(NEEDS_SORTING));

  const filed = Object.fromEntries(Array.from({ length: ALBUMS }, (_, i) => [i + 1, FRAMES_PER_ALBUM]));
  await expect.poll(() => countsByOrder(page, id)).toEqual(filed);

  await page.goto(`/admin/events/${id}/clock`);
  await expect(page.getByRole('row', { name: /BODY-B.*7 min/ })).toBeVisible();

  await page.goto(`/admin/events/${id}/unsorted`);
  const tray = page.getByRole('listbox', { name: 'Photos to sort' });
  await expect(tray.getByRole('option')).toHaveCount(NEEDS_SORTING);
  await filterBy(page, /^Between two albums/);
  await expect(page).toHaveURL(/reason=near_boundary/);
  await page.getByRole('button', { name: 'Select all 6' }).click();
  await expect(page.getByRole('toolbar', { name: 'Selected photos' })).toContainText('6 photos');
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(tray.getByRole('option')).toHaveCount(NEEDS_SORTING);
  await tray
    .getByRole('option', { name: /Between two albums/ })
    .first()
    .click();
  await page.getByRole('button', { name: /Move 1 photo to .*Team 2/ }).click();
  await expect(tray.getByRole('option')).toHaveCount(NEEDS_SORTING - 1);
  await expect.poll(() => countsByOrder(page, id)).toEqual({ ...filed, 2: FRAMES_PER_ALBUM + 1 });
});

/** A tab that was closed has forgotten that the album is open. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
}

test('a customer follows a team, views one of its albums ten times and is blocked after that', async ({
  page,
}) => {
  await register(page, newPerson());
  await page.goto('/');
  await expect(page.getByText('No albums available, please check back later.')).toBeVisible();
  await page.getByRole('button', { name: 'New Team/Event Search' }).first().click();
  await page.getByRole('combobox').fill('northshore royals');
  await page
    .getByRole('option', { name: /any division/i })
    .first()
    .click();
  await expect(page.getByText(/Displaying \(\d+ of \d+ albums\)/)).toBeVisible();
  const card = page.getByRole('article').first();
  await expect(card).toContainText('0 of 10');
  const viewFirst = card.getByRole('button', { name: 'View Before Purchasing' });
  await expect(viewFirst).toBeDisabled();
  await viewFirst.focus();
  await page.keyboard.press('Enter');
  await expect(card.getByText('Take a look first, then you can buy it.')).toBeVisible();
  await card.getByRole('status').getByRole('link', { name: 'View Album' }).click();

  const firstPhoto = page.getByLabel(/^Photo 1 of/);
  await expect(firstPhoto).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expect(firstPhoto).toBeVisible();
  const { found } = await callAs(page, 'GET', '/user-found-albums/me');
  const albumId = Number(new URL(page.url()).pathname.split('/').at(-1));
  const { id, user_album_views } = found.find(({ album }: { album: { id: number } }) => album.id === albumId);
  expect(user_album_views).toHaveLength(1);
  await comeBack(page);
  await expect(page.getByText(/^You opened this album a little while ago/)).toBeVisible();
  await page.getByRole('button', { name: 'View Album' }).click();
  await expect(firstPhoto).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  for (let view = 2; view <= 9; view += 1) {
    await endViewsNow(id);
    const viewed = await callAs(page, 'GET', `/user-found-albums/${id}/view`);
    expect(viewed.user_album_views).toHaveLength(view);
  }
  await endViewsNow(id);
  await comeBack(page);
  await expect(page.getByText(/^You have 1 view left\./)).toBeVisible();
  await page.getByRole('button', { name: 'View Album' }).click();
  await expect(page.getByText('10 of 10')).toBeVisible();
  await endViewsNow(id);
  await comeBack(page);
  await expect(page.getByText(VIEWS_EXCEEDED)).toBeVisible();
  await page.goto('/');
  await expect(page.getByText(VIEWS_EXCEEDED).first()).toBeVisible();
});

test('a public link shows a visitor only the cover and leads through login to the album', async ({
  page,
  browser,
}) => {
  await logIn(page, 'parent2@encore.test');
  const { found } = await callAs(page, 'GET', '/user-found-albums/me');
  const { uuid, team_name } = found[0].album;
  const stranger = await newPage(browser);
  await stranger.goto(`/view-album/${uuid}`);
  await expect(stranger.getByRole('heading', { level: 1 })).toContainText(team_name);
  // The script of the site begins to run while the log-in is still on its way.
  await stranger.route('**/login', async (route) => {
    await stranger.waitForLoadState('load');
    await route.continue();
  });
  await stranger
    .getByRole('main')
    .getByRole('link', { name: /log in/i })
    .click();
  // The page of the album has an email field too.
  const sheet = stranger.getByRole('dialog', { name: 'Log in or sign up' });
  await sheet.getByLabel('Email', { exact: true }).fill('parent@encore.test');
  await sheet.getByLabel('Password', { exact: true }).fill('encore-demo');
  await sheet.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(stranger.getByRole('button', { name: 'View Album' })).toBeVisible();
});
