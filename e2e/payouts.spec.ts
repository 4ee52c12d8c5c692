import { expectNoViolations } from './axe.ts';
import { sellLastMonth } from './database.ts';
import { newPage, newPageOf, newPerson, register } from './people.ts';
import { payByCall, placeOrder } from './place-order.ts';
import { callAs, viewAlbums } from './purchases.ts';
import { expect, test } from './test.ts';

const BY_ITSELF_MS = 30_000;

test('a producer connects a bank account, is paid after the month is closed, and owes back what is refunded later', {
  tag: '@deep',
}, async ({ page, browser }) => {
  test.setTimeout(180_000);
  await register(page, newPerson());
  const albums = await viewAlbums(page, 1);
  const { events } = await callAs(page, 'GET', `/albums/${albums[0]?.id}`);
  const eventId = events[0].id;

  const boss = await newPageOf(browser, 'finance@encore.test');
  await boss.goto('/admin/payouts');
  await boss.getByRole('button', { name: 'Add payee' }).first().click();
  await boss.getByLabel('Name', { exact: true }).fill('Journey Productions');
  await boss.getByRole('dialog').getByRole('button', { name: 'Add payee' }).click();
  await expect(boss.getByText('Journey Productions added')).toBeVisible();

  const lead = await newPageOf(browser, 'super@encore.test');
  await lead.goto(`/admin/events/${eventId}/links`);
  await lead.getByRole('button', { name: 'Set a share' }).click();
  await lead.getByLabel('Payee').selectOption({ label: 'Journey Productions (producer)' });
  await lead.getByLabel('Share', { exact: true }).fill('10');
  await lead.getByRole('dialog').getByRole('button', { name: 'Set share' }).click();
  await expect(lead.getByText('Journey Productions: 10% of sales without tax')).toBeVisible();
  const { token } = await callAs(lead, 'POST', `/events/${eventId}/cockpit-links`, { label: 'Journey' });

  const producer = await newPage(browser);
  await producer.goto(`/cockpit/${token}`);
  await producer.getByRole('button', { name: 'Connect bank account' }).click();
  await producer.getByRole('button', { name: 'Connect a test bank account' }).click();
  await expect(producer.getByText('Your bank account is connected.')).toBeVisible({ timeout: BY_ITSELF_MS });

  const key = await placeOrder(page, albums);
  await payByCall(page, key);
  await sellLastMonth(key);
  await boss.goto('/admin/photographer-report/statements');
  await boss.getByRole('button', { name: /^Close [A-Z]/ }).click();
  await boss.getByRole('button', { name: 'Close month' }).click();
  await expect(boss.getByRole('region', { name: 'Lines of Journey Productions' })).toBeVisible();

  await boss.goto('/admin/payouts');
  await boss
    .getByRole('button', { name: /Journey Productions/ })
    .first()
    .click();
  const sheet = boss.getByRole('dialog');
  await expect(sheet.getByText('Pays now')).toBeVisible();
  await expectNoViolations(boss, 'the preview of a payment');
  await sheet.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(boss.getByText('The transfer is on its way')).toBeVisible();
  const payments = boss.getByRole('list', { name: 'Payments' });
  await expect(async () => {
    await boss.reload();
    await expect(payments.getByText('Paid', { exact: true }).first()).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: BY_ITSELF_MS });
  await expectNoViolations(boss, 'the page Payouts');

  await callAs(lead, 'POST', `/orders/${key}/refund`, { memo: 'Wrong team' });
  await boss.reload();
  await expect(boss.getByText(/carries over/).first()).toBeVisible();
});
