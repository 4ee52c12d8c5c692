import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { logIn, logOut, newPage, newPerson, register } from './people.ts';
import { callAs } from './purchases.ts';
import { expect, test } from './test.ts';

/** Makes a staff member of someone who has just registered, as a super would. */
async function makeSupport(staff: Page, boss: Page) {
  await logIn(boss, 'super@encore.test');
  const { id } = await callAs(staff, 'GET', '/users/me');
  await callAs(boss, 'POST', `/users/${id}/role`, { role: 'customer_support' });
}

test('a staff member sets up two-step login and logs in with a code and with a recovery code', {
  tag: '@deep',
}, async ({ page, browser }) => {
  const person = newPerson();
  await register(page, person);
  await makeSupport(page, await newPage(browser));
  await page.goto('/user-profile#two-step');
  const section = page.getByRole('region', { name: 'Two-step login' });
  await section.getByRole('button', { name: 'Set up two-step login' }).click();
  const code = section.getByRole('img', { name: 'QR code for your authenticator app' });
  const uri = new URL((await code.getAttribute('data-code')) ?? '');
  const secret = uri.searchParams.get('secret') ?? '';
  await expect(section).toContainText(secret.slice(0, 4));
  /** A code works once, so each login takes that of a later step; one step ahead is still accepted. */
  const codeAt = (step: number) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * step });

  await section.getByLabel('Code', { exact: true }).fill('000000');
  await section.getByRole('button', { name: 'Turn on' }).click();
  await expect(section).toContainText('That code is wrong or has expired.');
  await section.getByLabel('Code', { exact: true }).fill(codeAt(0));
  await section.getByRole('button', { name: 'Turn on' }).click();
  const listed = section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(listed).toHaveCount(10);
  const codes = await listed.allInnerTexts();
  await section.getByRole('button', { name: 'I have saved them' }).click();
  await expect(section).toContainText('10 recovery codes left');
  await logOut(page);

  const enterPassword = async () => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
  };
  await enterPassword();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await page.getByLabel('Code', { exact: true }).fill(codeAt(1));
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).not.toHaveURL(/login/i);
  await logOut(page);

  await enterPassword();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill((codes[0] ?? '').toLowerCase());
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).not.toHaveURL(/login/i);
  await page.goto('/user-profile#two-step');
  await expect(section).toContainText('9 recovery codes left');
});
