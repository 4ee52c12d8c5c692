import { readFileSync } from 'node:fs';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { logIn, newPage, newPerson, register } from './people.ts';
import { payOrder, placeOrder } from './place-order.ts';
import { callAs, type SoldAlbum, viewAlbums } from './purchases.ts';

/** "$1,234.50" and "-$3.00" as cents. */
function centsOf(text: string | null): number {
  const amount = Math.round(Number((text ?? '').replace(/[^\d.]/g, '')) * 100);
  return /[-−]/.test(text ?? '') ? -amount : amount;
}

async function sumOfRows(sheet: Locator): Promise<number> {
  const more = sheet.getByRole('button', { name: 'Show more' });
  await expect(sheet.getByRole('listitem').first()).toBeVisible();
  while (await more.isVisible()) await more.click();
  const rows = await sheet.getByRole('listitem').allTextContents();
  return rows.reduce((sum, row) => sum + centsOf(/[-−]?\$[\d,.]+/.exec(row)?.[0] ?? ''), 0);
}

async function payWithKeptCard(page: Page, key: string): Promise<void> {
  const { payment_sources } = await callAs(page, 'GET', '/users/me');
  const { total } = await callAs(page, 'GET', `/orders/${key}`);
  const body = { paymentMethodId: payment_sources[0].id, amount: total };
  expect((await callAs(page, 'POST', `/orders/${key}/pay`, body)).status).toBe('succeeded');
}

/** Two orders of a new customer, and one album of the first given back. */
async function sellAndRefund(page: Page, browser: Browser): Promise<void> {
  await register(page, newPerson());
  const [first, second, third] = (await viewAlbums(page, 3)) as [SoldAlbum, SoldAlbum, SoldAlbum];
  const key = await placeOrder(page, [first, second]);
  await payOrder(page, key);
  await payWithKeptCard(page, await placeOrder(page, [third]));
  const { items } = await callAs(page, 'GET', `/orders/${key}`);
  const staff = await newPage(browser);
  await logIn(staff, 'support@encore.test');
  await callAs(staff, 'POST', `/orders/${key}/refund`, { lines: [items[0].id], memo: 'Wrong team' });
  await staff.close();
}

test('an analyst sees a total that is the sum of its rows, on the page, drilled down and in the file', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  await sellAndRefund(page, browser);
  const analyst = await newPage(browser);
  await logIn(analyst, 'analyst@encore.test');
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
  await expectNoViolations(analyst, 'the reports');

  await analyst.getByRole('button', { name: 'All rows' }).click();
  const sheet = analyst.getByRole('dialog');
  expect(await sumOfRows(sheet)).toBe(net);
  await expectNoViolations(analyst, 'the rows of a report');
  const download = analyst.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Export rows' }).click();
  const [head = '', ...lines] = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n');
  const column = head.split(',').indexOf('amount');
  const sum = lines.reduce((all, line) => all + Math.round(Number(line.split(',')[column]) * 100), 0);
  expect(sum).toBe(net);
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

test('a photographer’s statement prints: its figures, without the page around them', async ({ page }) => {
  test.setTimeout(120_000);
  await logIn(page, 'analyst@encore.test');
  await page.goto('/admin/photographer-report');
  const statement = page.getByRole('region', { name: /^Events of/ }).first();
  await expect(statement.getByRole('columnheader', { name: 'Commission' })).toBeVisible();
  await expectNoViolations(page, 'the statements');
  await page.emulateMedia({ media: 'print' });
  await expect(statement).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden();
  const sheet = await page.pdf({ format: 'A4' });
  expect(sheet.subarray(0, 5).toString()).toBe('%PDF-');
});
