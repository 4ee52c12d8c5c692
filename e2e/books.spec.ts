import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { sellLastMonth } from './database.ts';
import { newPageOf, newPerson, register } from './people.ts';
import { payByCall, placeOrder } from './place-order.ts';
import { callAs, viewAlbums } from './purchases.ts';
import { expect, test } from './test.ts';

async function exportAs(page: Page, format: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Export / }).click();
  await page.getByRole('menuitem', { name: format }).click();
  return readFileSync(await (await download).path(), 'utf8');
}

test('the bookkeeper closes a month and exports the same journal today and later', { tag: '@deep' }, async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const parent = newPerson();
  await register(page, parent);
  const key = await placeOrder(page, await viewAlbums(page, 1));
  await payByCall(page, key);
  await sellLastMonth(key);

  const bookkeeper = await newPageOf(browser, 'finance@encore.test');
  await bookkeeper.goto('/admin');
  await bookkeeper.getByRole('link', { name: 'Books' }).click();
  await expect(bookkeeper.getByText('Ready to close.')).toBeVisible();
  await expect(bookkeeper.getByRole('table', { name: /^Totals of/ })).toContainText('Photo sales');
  await expectNoViolations(bookkeeper, 'the journal of a month');
  await bookkeeper.getByRole('link', { name: 'Close it with its statements' }).click();
  await bookkeeper.getByRole('button', { name: /^Close [A-Z]/ }).click();
  await bookkeeper.getByRole('button', { name: 'Close month' }).click();
  await expect(bookkeeper.getByText(/earned\. Closed on/)).toBeVisible();

  const month = new URL(bookkeeper.url()).searchParams.get('month');
  await bookkeeper.goto(`/admin/books?month=${month}`);
  await expect(bookkeeper.getByText(/^Closed on .* Every export is the same file\.$/)).toBeVisible();
  const formats = ['Plain CSV', 'QuickBooks', 'Xero'];
  const files: string[] = [];
  for (const format of formats) files.push(await exportAs(bookkeeper, format));
  expect(files[0]).toContain('Photo sales');
  expect(files.join()).not.toContain(parent.email);

  const boss = await newPageOf(browser, 'super@encore.test');
  await callAs(boss, 'POST', `/orders/${key}/refund`, { memo: 'Wrong team' });
  await bookkeeper.reload();
  for (const [at, format] of formats.entries()) expect(await exportAs(bookkeeper, format)).toBe(files[at]);
  await bookkeeper.getByRole('list', { name: 'Months' }).getByRole('button').first().click();
  await expect(bookkeeper.getByRole('table', { name: /^Totals of/ })).toContainText('Refunds');
});
