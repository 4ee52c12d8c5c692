import { expectNoViolations } from './axe.ts';
import { sellLastMonth } from './database.ts';
import { newPageOf, newPerson, register } from './people.ts';
import { payByCall, placeOrder } from './place-order.ts';
import { callAs, viewAlbums } from './purchases.ts';
import { expect, test } from './test.ts';

test('a closed month keeps its statements, and a later refund is a line of the next month', {
  tag: '@deep',
}, async ({ page, browser }) => {
  test.setTimeout(120_000);
  await register(page, newPerson());
  const key = await placeOrder(page, await viewAlbums(page, 1));
  await payByCall(page, key);
  await sellLastMonth(key);

  const boss = await newPageOf(browser, 'super@encore.test');
  await boss.goto('/admin/photographer-report/roster');
  await boss.getByRole('button', { name: 'Edit Avery Lindenrow' }).click();
  await boss.getByLabel('Usual rate, percent of sales').fill('41.5');
  await boss.getByRole('button', { name: 'Save' }).click();
  await expect(boss.getByText(/^41\.5% of sales/)).toBeVisible();
  await boss
    .getByRole('navigation', { name: 'Photographers' })
    .getByRole('link', { name: 'Statements' })
    .click();
  await boss.getByRole('button', { name: /^Close [A-Z]/ }).click();
  await expect(boss.getByText('This cannot be undone.')).toBeVisible();
  await boss.getByRole('button', { name: 'Close month' }).click();
  await expect(boss.getByText(/earned\. Closed on/)).toBeVisible();
  await expect(boss.getByText(/^Statement \d+\. /).first()).toBeVisible();
  const lines = boss.getByRole('region', { name: /^Lines of/ }).first();
  const frozen = await lines.textContent();
  expect(frozen).not.toContain('41.5%');
  await expectNoViolations(boss, 'a closed month');

  await callAs(boss, 'POST', `/orders/${key}/refund`, { memo: 'Wrong team' });
  await boss.reload();
  await expect(lines).toHaveText(frozen ?? '');
  await boss.getByRole('list', { name: 'Months' }).getByRole('button').first().click();
  await expect(boss.getByText(/correction of/).first()).toBeVisible();
  await expect(boss.getByText(/still running/)).toBeVisible();
});
