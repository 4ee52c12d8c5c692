import { readFileSync } from 'node:fs';
import { readZipBuffer } from '#server/testing/zip-directory.ts';
import { logIn, newPerson, nextMessage, register } from './people.ts';
import { expect, test } from './test.ts';
import { verifyZip } from './verify-zip.ts';

test('a parent downloads everything the site holds about them', async ({ page }) => {
  const person = newPerson();
  await register(page, person);
  await page.goto('/user-profile#data');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Encore data \d{4}-\d\d-\d\d\.zip$/);
  const path = await file.path();
  const entries = readZipBuffer(readFileSync(path));
  expect(verifyZip(path).files).toBe(entries.length);
  const textOf = (name: string) => entries.find((entry) => entry.name === name)?.content.toString() ?? '';
  expect(entries.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'README.txt',
      'profile.json',
      'sessions.json',
      'orders.json',
      'conversation.json',
    ]),
  );
  expect(JSON.parse(textOf('profile.json'))).toMatchObject({ email: person.email, firstName: 'Casey' });
  await expect(page.getByText(/Saved as/)).toBeVisible();
});

test('a parent deletes the account, cannot log in, and "This was not me" gives back the log-in only', {
  tag: '@deep',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const person = newPerson();
  await register(page, person);
  await page.goto('/user-profile');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const sheet = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(sheet.getByText(/photos you bought. Download them first/)).toBeVisible();

  await sheet.getByLabel('Your password').fill('not-the-password');
  await sheet.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await expect(sheet.getByText('That’s not your password.')).toBeVisible();

  await sheet.getByLabel('Your password').fill(person.password);
  await sheet.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByRole('button', { name: 'Delete everything' })).toBeHidden();
  await sheet.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('button', { name: 'Delete everything' }).click();

  await expect(page).toHaveURL(/\/Login$/);
  await expect(page.getByText(/^Your account is deleted/)).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await page.getByRole('link', { name: 'Use my password' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('Login Failed, please try again')).toBeVisible();

  const mail = await nextMessage(page, person.email, /account was deleted/);
  const link = new URL(/https?:\/\/\S+restore=\S+/.exec(mail.text)?.[0] ?? '');
  await page.goto(link.pathname + link.search);
  await page.getByRole('button', { name: 'Get my login back' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const login = await nextMessage(page, person.email, /loginToken=/);
  const loginLink = new URL(/https?:\/\/\S+loginToken=\S+/.exec(login.text)?.[0] ?? '');
  await page.goto(loginLink.pathname + loginLink.search);
  await page.getByRole('button', { name: 'Log in to Encore' }).click();
  await expect(page).not.toHaveURL(/Login/);
  await page.goto('/user-profile');
  await expect(page.getByLabel('First name')).toHaveValue('');
});

test('someone without a password deletes the account with a mailed code', { tag: '@deep' }, async ({
  page,
}) => {
  const person = newPerson();
  await register(page, person);
  await page.goto('/user-profile');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const { subject } = await nextMessage(page, person.email, /is your code to delete/);
  await page.getByLabel('Code', { exact: true }).fill(subject.slice(0, 6));
  await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await expect(page.getByText(/^Your account is deleted/)).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/Login$/);
});

test('staff read why their account cannot be deleted', { tag: '@deep' }, async ({ page }) => {
  await logIn(page, 'support@encore.test');
  await page.goto('/user-profile');
  await expect(page.getByText(/A staff account cannot be deleted/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeHidden();
});
