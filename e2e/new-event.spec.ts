import { DESK, expectAccessible, PHONE } from './axe.ts';
import { logIn, newPage, newPerson, register } from './people.ts';
import { callAs } from './purchases.ts';
import { expect, test } from './test.ts';

const HEAD = 'performance_order,program,team,division,planned_time';

test('last year’s event becomes a published one in three steps', { tag: '@deep' }, async ({
  page,
  browser,
}) => {
  test.setTimeout(90_000);
  await logIn(page, 'support@encore.test');
  await page.goto('/admin/events');
  await page.getByRole('button', { name: 'New event' }).click();
  await expect(page.getByRole('radio', { name: /Last year’s event/ })).toBeChecked();
  await page.getByRole('button', { name: 'Next: when and where' }).click();

  const name = `Template Cup ${Date.now()}`;
  await page.getByLabel('Event name').fill(name);
  await page.getByLabel('City', { exact: true }).fill('Dallas');
  await page.getByLabel('State', { exact: true }).fill('TX');
  await expect(page.getByText('Central Time, set from the city.')).toBeVisible();
  await page.getByLabel('City', { exact: true }).fill('El Paso');
  await expect(page.getByText('Mountain Time, set from the city.')).toBeVisible();
  await page.getByRole('button', { name: 'Save and close' }).click();
  await page.getByRole('button', { name: 'Continue draft' }).click();
  await expect(page.getByLabel('Event name')).toHaveValue(name);
  await page.getByRole('button', { name: 'Next: prices and people' }).click();

  await page.getByRole('radio', { name: /One-day events/ }).check();
  await expect(page.getByLabel('Whole album')).toHaveValue('35.00');
  await page.getByLabel('Whole album').fill('39.99');
  await expect(page.getByText('Parents pay $39.97: seven equal shares')).toBeVisible();
  const preview = page.getByRole('complementary', { name: 'What parents will see' });
  await expect(preview).toContainText(name);
  await expect(preview).toContainText('$39.97');
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    await expectAccessible(page, 'a new event');
  }
  await page.getByRole('button', { name: 'Create event' }).last().click();
  await expect(page).toHaveURL(/\/admin\/events\/\d+\/running-order/);
  const id = Number(/events\/(\d+)/.exec(page.url())?.[1]);

  const csv = [HEAD, '2,Late Gym,Second,,10:00', '1,Early Gym,First,,09:00'].join('\n');
  await callAs(page, 'POST', `/events/${id}/running-order`, { csv, commit: true });
  await page.goto(`/admin/events/${id}`);
  const rows = page.getByRole('table', { name: 'Albums' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('Early Gym');
  await expect(rows.nth(2)).toContainText('Late Gym');
  const albums: { id: number }[] = await callAs(page, 'GET', `/albums/admin?event=${id}`);
  for (const album of albums) {
    await callAs(page, 'PUT', `/albums/${album.id}`, { published: true, few_photos_ok: true });
  }
  await page.goto(`/admin/events/${id}/pricing`);
  await expect(page.getByText('One-day events, version 1, with its own prices')).toBeVisible();

  const parent = await newPage(browser);
  await register(parent, newPerson());
  await parent.goto(`/events/${id}`);
  await expect(parent.getByRole('heading', { name })).toBeVisible();
  await expect(parent.getByText('Early Gym')).toBeVisible();
});
