import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { logIn, newPage, newPerson, register } from './people.ts';
import { callAs } from './purchases.ts';
import { expect, test } from './test.ts';

async function openSettings(page: Page): Promise<void> {
  await logIn(page, 'super@encore.test');
  await page.goto('/admin/settings');
  await expect(page.getByLabel('Site name')).toBeVisible();
}

const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
const save = (page: Page) => bar(page).getByRole('button', { name: 'Save' }).click();
const history = (page: Page) => page.getByRole('region', { name: 'History' });

test('a new site name is on every page that a visitor opens next', async ({ page, browser }) => {
  const visitor = await newPage(browser);
  await visitor.goto('/login');
  await expect(visitor).toHaveTitle(/ · Encore$/);
  await openSettings(page);
  await page.getByLabel('Site name').fill('Stage Shots');
  await expect(bar(page)).toContainText('1 change');
  await save(page);
  await expect(bar(page)).toHaveCount(0);
  await expect(page).toHaveTitle('Settings, admin · Stage Shots');
  await visitor.reload();
  await expect(visitor).toHaveTitle(/ · Stage Shots$/);
  await visitor.goto('/e');
  await expect(visitor.getByRole('link', { name: 'Stage Shots home' })).toBeVisible();
  const manifest = await page.request.get('/site.webmanifest');
  expect(await manifest.json()).toMatchObject({ name: 'Stage Shots', short_name: 'Stage Shots', id: '/' });
  expect(await (await page.request.get('/')).text()).toContain(
    '<title>Find your team’s photos · Stage Shots</title>',
  );
  await expect(history(page)).toContainText('Site name: “Encore”');
  await callAs(page, 'PUT', '/settings', { site_name: 'Encore' });
});

test('mail texts can be previewed before they are saved', { tag: '@deep' }, async ({ page }) => {
  await openSettings(page);
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Email' }).click();
  await page.getByLabel('Greeting').fill('Dear {name},');
  await page.getByLabel('Signature').fill('Kind regards\nThe crew');
  await save(page);
  await expect(page.getByText('The only placeholder is {first_name}')).toBeVisible();
  await page.getByLabel('Greeting').fill('Ahoy {first_name}!');
  await page.getByRole('button', { name: 'Preview email' }).click();
  const sheet = page.getByRole('dialog', { name: 'Preview email' });
  await sheet.getByLabel('Type').selectOption('receipt');
  await expect(sheet.getByText('Your Encore receipt')).toBeVisible();
  const mail = sheet.frameLocator('iframe');
  await expect(mail.getByText(/^Ahoy \w+!$/).last()).toBeVisible();
  await expect(mail.getByText('The crew')).toBeVisible();
  await expectNoViolations(page, 'the preview of a mail');
  await sheet.getByRole('button', { name: 'Send me a copy' }).click();
  await expect(sheet.getByText('Sent to super@encore.test.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  const before = await (await page.request.get('/api/dev/outbox?to=super@encore.test')).json();
  expect(before[0]).toMatchObject({ subject: 'Your Encore receipt', text: expect.stringContaining('Ahoy') });
  await save(page);
  await expect(history(page)).toContainText('Signature: nothing');
  await callAs(page, 'PUT', '/settings', { mail_greeting: 'Hi {first_name},', mail_signature: '' });
});

test('customers are told when face matching is off', { tag: '@deep' }, async ({ page, browser }) => {
  await openSettings(page);
  await page.getByRole('switch', { name: 'Find athletes by face' }).click();
  await save(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click();
  await expect(history(page)).toContainText('Find athletes by face: on');
  const customer = await newPage(browser);
  await register(customer, newPerson());
  await customer.goto('/MyAthlete');
  await expect(customer.getByText(/Face search is off right now/)).toBeVisible();
  await expect(customer.getByRole('link', { name: 'Add an athlete' })).toHaveCount(0);
  await callAs(page, 'PUT', '/settings', { face_matching: true });
  await customer.reload();
  await expect(customer.getByRole('link', { name: 'Add an athlete' })).toBeVisible();
});
