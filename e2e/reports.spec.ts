import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { filterBy, saveCsv } from './lists.ts';
import { logIn, newPageOf, newPerson, register } from './people.ts';
import { payByCall, placeOrder } from './place-order.ts';
import { callAs, type SoldAlbum, viewAlbums } from './purchases.ts';
import { expect, test } from './test.ts';

/** Parses "$1,234.50" or "-$3.00". */
function centsOf(text: string | null): number {
  const amount = Math.round(Number((text ?? '').replace(/[^\d.]/g, '')) * 100);
  return /[-−]/.test(text ?? '') ? -amount : amount;
}

/**
 * Scrolls through the list, which renders only the rows near the screen, and adds up their amounts. It starts again
 * when the rows were replaced meanwhile, for example after a change of the filter.
 */
async function sumOfRows(sheet: Locator): Promise<number> {
  const total = sheet.getByRole('status', { name: 'Total' });
  const table = sheet.getByRole('table', { name: 'Report rows' });
  const pane = table.locator('xpath=..');
  const amounts = new Map<string, number>();
  let shown = 0;
  await expect(async () => {
    // Rows that are still loading have no amount.
    await expect(table.locator('tr[data-index]').first()).toContainText('$');
    const wanted = (await sheet.getByText(/^[\d,]+ rows?$/).textContent()) ?? '';
    for (const row of await table.locator('tr[data-index]').all()) {
      const [index, text] = [await row.getAttribute('data-index'), (await row.textContent()) ?? ''];
      amounts.set(index ?? '', centsOf(/[-−]?\$[\d,.]+/.exec(text)?.[0] ?? ''));
    }
    await pane.evaluate((element) => element.scrollBy(0, 500));
    if (amounts.size < Number(wanted.replace(/\D/g, ''))) throw new Error('there are more rows');
    shown = [...amounts.values()].reduce((all, one) => all + one, 0);
    amounts.clear();
    await pane.evaluate((element) => element.scrollTo(0, 0));
    expect(shown).toBe(centsOf(await total.textContent()));
  }).toPass({ intervals: [100], timeout: 60_000 });
  return shown;
}

async function readFile(page: Page, press: () => Promise<void>): Promise<string[][]> {
  const download = page.waitForEvent('download');
  await press();
  const text = readFileSync(await (await download).path(), 'utf8');
  return text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
}

/** Places two orders as a new customer and refunds one album of the first. */
async function sellAndRefund(page: Page, browser: Browser): Promise<void> {
  await register(page, newPerson());
  const [first, second, third] = (await viewAlbums(page, 3)) as [SoldAlbum, SoldAlbum, SoldAlbum];
  const key = await placeOrder(page, [first, second]);
  await payByCall(page, key);
  await payByCall(page, await placeOrder(page, [third]));
  const { items } = await callAs(page, 'GET', `/orders/${key}`);
  const staff = await newPageOf(browser, 'support@encore.test');
  await callAs(staff, 'POST', `/orders/${key}/refund`, { lines: [items[0].id], memo: 'Wrong team' });
  await staff.close();
}

test('the report total equals the sum of its rows on the page, in the drill-down and in the file', {
  tag: '@deep',
}, async ({ page, browser }) => {
  test.setTimeout(300_000);
  await sellAndRefund(page, browser);
  const analyst = await newPageOf(browser, 'analyst@encore.test');
  await analyst.goto('/admin/reports');
  const totals = analyst.getByRole('region', { name: 'Totals' });
  const net = centsOf(
    await totals
      .getByText(/^[-−]?\$/)
      .first()
      .textContent(),
  );
  expect(net).toBeGreaterThan(0);
  const back = await totals.getByText(/refunds \$/).textContent();
  expect(centsOf(/refunds (\$[\d,.]+)/.exec(back ?? '')?.[1] ?? '')).toBeGreaterThan(0);

  await analyst.getByRole('button', { name: 'All rows' }).click();
  const sheet = analyst.getByRole('dialog');
  expect(await sumOfRows(sheet)).toBe(net);
  await expectNoViolations(analyst, 'the rows of a report');
  const saveRows = () => readFile(analyst, () => saveCsv(analyst, sheet));
  const sumOfFile = ([head = [], ...lines]: string[][]) => {
    const column = head.indexOf('amount');
    return lines.reduce((all, line) => all + Math.round(Number(line[column]) * 100), 0);
  };
  expect(sumOfFile(await saveRows())).toBe(net);

  await filterBy(analyst, 'Refunds', sheet);
  await sheet.getByRole('button', { name: 'Amount' }).click();
  await expect(analyst).toHaveURL(/kind=refund/);
  await expect(analyst).toHaveURL(/sort=amount/);
  const refunds = await sumOfRows(sheet);
  expect(refunds).toBeLessThan(0);
  const [head = [], ...lines] = await saveRows();
  expect(sumOfFile([head, ...lines])).toBe(refunds);
  const amounts = lines.map((line) => Number(line[head.indexOf('amount')]));
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
  await sheet.getByRole('searchbox', { name: 'Find rows' }).fill('nobody bought this');
  await sheet.getByRole('button', { name: 'Clear filters' }).click();
  await expect(analyst).not.toHaveURL(/kind=/);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toHaveCount(0);

  const albums = analyst
    .getByRole('row')
    .filter({ has: analyst.getByRole('button', { name: 'Albums', exact: true }) });
  const albumsNet = centsOf(await albums.getByRole('cell').last().textContent());
  await albums.getByRole('button', { name: 'Albums', exact: true }).click();
  await expect(analyst).toHaveURL(/rows=product/);
  expect(await sumOfRows(analyst.getByRole('dialog', { name: 'Albums' }))).toBe(albumsNet);
});

test('a photographer’s statement prints without the page around it', { tag: '@deep' }, async ({ page }) => {
  test.setTimeout(120_000);
  await logIn(page, 'analyst@encore.test');
  await page.goto('/admin/photographer-report');
  const statement = page.getByRole('region', { name: /^Events of/ }).first();
  await expect(statement.getByRole('columnheader', { name: 'Commission' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(statement).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden();
  const sheet = await page.pdf({ format: 'A4' });
  expect(sheet.subarray(0, 5).toString()).toBe('%PDF-');
});
