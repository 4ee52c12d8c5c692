import type { Browser } from '@playwright/test';
import { JOURNEY_REFUND_LIMIT_CENTS } from './database.ts';
import { logIn, newPage, newPageOf, newPerson, register } from './people.ts';
import { PAYING_MS, payByCall, placeOrder } from './place-order.ts';
import { callAs, viewAlbums } from './purchases.ts';
import { expect, test } from './test.ts';

/** The journeys of a worker follow one another on its own server, so no other journey sees the change. */
async function setLimit(browser: Browser, cents: number): Promise<void> {
  const boss = await newPageOf(browser, 'super@encore.test');
  await callAs(boss, 'PUT', '/settings', { refund_second_person_cents: cents });
}

test.afterEach(({ browser }) => setLimit(browser, JOURNEY_REFUND_LIMIT_CENTS));

test('a high refund waits on the overview until a colleague approves it', { tag: '@deep' }, async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const person = { ...newPerson(), lastName: `Refund${Date.now()}` };
  await register(page, person);
  await payByCall(page, await placeOrder(page, await viewAlbums(page, 1)));
  await setLimit(browser, 1_000);
  const userId = await page.evaluate(() => JSON.parse(localStorage.USER ?? '{}').id);

  const asking = await newPage(browser, { viewport: { width: 390, height: 844 } });
  await logIn(asking, 'support@encore.test');
  await asking.goto(`/admin/users/${userId}`);
  await asking.getByRole('button', { name: /^Refund order/ }).click();
  await asking.getByLabel('Reason').fill('The team did not perform');
  await asking.getByRole('button', { name: /^Refund \$/ }).click();
  await expect(asking.getByText('A colleague has to approve it.')).toBeVisible({ timeout: PAYING_MS });
  await expect(asking.getByRole('button', { name: 'Approve refund' })).toHaveCount(0);

  const deciding = await newPageOf(browser, 'super@encore.test');
  await deciding.goto('/admin');
  await deciding.getByRole('link', { name: new RegExp(person.lastName) }).click();
  await expect(deciding.getByText('The team did not perform').first()).toBeVisible();
  await deciding.getByRole('button', { name: 'Approve refund' }).click();
  await deciding.getByRole('alertdialog').getByRole('button', { name: 'Approve refund' }).click();
  const lines = deciding.getByRole('list', { name: /^Lines of order/ });
  await expect(lines).toContainText('Refunded', { timeout: PAYING_MS });
});

test('a part of a disputed order is refunded for a reason, and the history says so', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const person = newPerson();
  await register(page, person);
  const key = await placeOrder(page, await viewAlbums(page, 1));
  await payByCall(page, key, 'pm_card_createDisputeInquiry');
  const { id: userId } = await callAs(page, 'GET', '/users/me');
  const { id: orderId } = await callAs(page, 'GET', `/orders/${key}`);

  const staff = await newPage(browser, { viewport: { width: 390, height: 844 } });
  await logIn(staff, 'support@encore.test');
  const disputes = async () =>
    (await callAs(staff, 'GET', `/users/${userId}/orders/${orderId}`)).disputes.length;
  await expect.poll(disputes, { timeout: PAYING_MS }).toBe(1);
  await staff.goto(`/admin/users/${userId}`);
  await staff.getByRole('button', { name: `Refund order ${orderId}` }).click();
  const sheet = staff.getByRole('dialog', { name: `Refund order ${orderId}` });
  await expect(sheet.getByText('The buyer’s bank is asking about')).toBeVisible();
  await expect(sheet.getByText('The whole price: access to the chosen lines ends.')).toBeVisible();
  await sheet.getByLabel('Amount').fill('12.00');
  await expect(sheet.getByText('they keep everything they bought')).toBeVisible();
  await sheet.getByRole('textbox', { name: 'Reason' }).fill('Two blurry photos');
  await sheet.getByRole('button', { name: 'Refund $12.00' }).click();
  await expect(sheet.getByText('Choose a reason')).toBeVisible();
  await sheet.getByRole('radio', { name: 'It was our mistake' }).check();
  await sheet.getByRole('button', { name: 'Refund $12.00' }).click();
  await expect(staff.getByText('$12.00 refunded')).toBeVisible({ timeout: PAYING_MS });
  await expect(staff.getByRole('list', { name: 'History' })).toContainText(
    `Demo Support refunded $12.00 of order ${orderId}, which a bank disputes (It was our mistake)`,
  );
  expect((await callAs(page, 'GET', '/user-found-albums/me')).owned).toHaveLength(1);
});
