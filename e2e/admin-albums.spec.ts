import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { createEvent } from './competition.ts';
import { filterBy, saveCsv } from './lists.ts';
import { logIn } from './people.ts';
import { callAs } from './purchases.ts';
import { expect, test } from './test.ts';

test.setTimeout(180_000);

const table = (page: Page) => page.getByRole('table', { name: 'Albums' });
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected albums' });

async function openList(page: Page, query: string): Promise<void> {
  await page.goto(`/admin/albums${query}`);
  await expect(table(page).getByRole('checkbox').nth(1)).toBeVisible();
}

type Listed = { id: number; program_name: string; team_name: string; published_at: string | null };

/** Creates albums in a new event, so that no other journey sees them published. */
async function makeAlbums(page: Page, count: number): Promise<{ event: number; word: string }> {
  const { id: event, program: word } = await createEvent(page, '2027-04-02');
  for (let order = 1; order <= count; order++) {
    await callAs(page, 'POST', '/albums', {
      program_name: `${word} ${String.fromCharCode(64 + order)}`,
      team_name: 'Comets',
      division_name: 'Senior 4',
      performance_order: order,
      events: [event],
      identifier: `${word}-${order}`,
    });
  }
  return { event, word };
}

const published = async (page: Page, event: number): Promise<number> => {
  const albums: Listed[] = await callAs(page, 'GET', `/albums/admin?event=${event}`);
  return albums.filter((album) => album.published_at !== null).length;
};

test('sort order and filters of the album list are kept in the address', { tag: '@deep' }, async ({
  page,
}) => {
  await logIn(page, 'support@encore.test');
  const { word } = await makeAlbums(page, 4);
  await openList(page, `?q=${word}`);
  await expect(page.getByText('4 albums', { exact: true })).toBeVisible();
  const first = () => table(page).getByRole('row').nth(1).getByRole('button');
  const head = table(page).getByRole('columnheader', { name: 'Album', exact: true });
  await head.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/sort=name%3Aasc|sort=name:asc/);
  await expect(first()).toContainText(`${word} A`);
  await page.keyboard.press('Enter');
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(first()).toContainText(`${word} D`);
  await page.reload();
  await expect(first()).toContainText(`${word} D`);
  await filterBy(page, 'Published');
  await expect(page.getByRole('heading', { name: 'No album found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  const search = page.getByRole('searchbox', { name: 'Find albums' });
  await expect(search).toHaveValue('');
  await search.fill(word);
  await expect(page.getByText('4 albums', { exact: true })).toBeVisible();
  await expect(first()).toContainText(`${word} D`);
});

test('albums are selected, published and unpublished with the keyboard', { tag: '@deep' }, async ({
  page,
}) => {
  await logIn(page, 'support@encore.test');
  const { event, word } = await makeAlbums(page, 5);
  await openList(page, `?q=${word}&sort=performance_order:asc`);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('Shift+J');
  await expect(bar(page)).toContainText('3 albums selected');
  await page.keyboard.press('Shift+K');
  await expect(bar(page)).toContainText('2 albums selected');
  await expectNoViolations(page, 'the list with a selection');
  await page.keyboard.press('p');
  const dialog = page.getByRole('alertdialog', { name: 'Publish 2 albums?' });
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published 2 albums')).toBeVisible();
  expect(await published(page, event)).toBe(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone for 2 albums')).toBeVisible();
  expect(await published(page, event)).toBe(0);

  await table(page)
    .getByRole('checkbox', { name: /^Select all/ })
    .check();
  await expect(bar(page)).toContainText('5 albums selected');
  await table(page)
    .getByRole('checkbox', { name: `Select ${word} C Comets` })
    .uncheck();
  await expect(bar(page)).toContainText('4 albums selected');
  await bar(page).getByRole('button', { name: 'Publish quietly' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish quietly' }).click();
  await expect(page.getByText('Quietly published 4 albums')).toBeVisible();
  expect(await published(page, event)).toBe(4);
  await expect(bar(page)).toHaveCount(0);

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Select or deselect the album');
  await expectNoViolations(page, 'the keyboard shortcuts');
});

test('Shift selects a range of albums, and the list downloads as a file', { tag: '@deep' }, async ({
  page,
}) => {
  await logIn(page, 'support@encore.test');
  const { word } = await makeAlbums(page, 4);
  await openList(page, `?q=${word}&sort=performance_order:desc`);
  const boxOf = (letter: string) =>
    table(page).getByRole('checkbox', { name: `Select ${word} ${letter} Comets` });
  await boxOf('D').click();
  await boxOf('B').click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('3 albums selected');
  await expect(bar(page).getByRole('button', { name: 'Rebuild zips' })).toBeInViewport({ ratio: 1 });
  await expect(boxOf('C')).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  const download = page.waitForEvent('download');
  await saveCsv(page);
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(5);
  expect(lines[1]).toContain(`,4,${word} D,Comets,Senior 4,${word} Open,2027-04-02,Denver,CO,0,`);
});

test('on a phone, albums are selected from the menu of the list and published from the toolbar', {
  tag: '@deep',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, 'support@encore.test');
  const { event, word } = await makeAlbums(page, 16);
  await page.goto(`/admin/albums?q=${word}`);
  await page.getByRole('button', { name: 'List menu' }).click();
  await page.getByRole('menuitem', { name: 'Select albums' }).click();
  const cards = page.getByRole('list', { name: 'Albums' });
  await cards.getByRole('button', { name: `${word} A Comets` }).click();
  await cards.getByRole('button', { name: `${word} B Comets` }).click();
  await expect(bar(page)).toContainText('2 albums selected');
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(bar(page)).toBeInViewport({ ratio: 1 });
  await expectNoViolations(page, 'the list on a phone');
  await bar(page).getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published 2 albums')).toBeVisible();
  expect(await published(page, event)).toBe(2);
});

test('staff open an event from the list of events', { tag: '@deep' }, async ({ page }) => {
  await logIn(page, 'support@encore.test');
  const { word } = await makeAlbums(page, 2);
  await page.goto('/admin/albums');
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Events' }).click();
  await page.getByRole('searchbox', { name: 'Find events' }).fill(word);
  const events = page.getByRole('table', { name: 'events' });
  await expect(page.getByText('1 event', { exact: true })).toBeVisible();
  await expectNoViolations(page, 'the list of events');
  await events.getByRole('button', { name: `${word} Open` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${word} Open` })).toBeVisible();
  await expect(page.getByText('2 albums', { exact: true })).toBeVisible();
});
