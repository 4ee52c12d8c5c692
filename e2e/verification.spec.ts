import type { Page } from '@playwright/test';
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';
import { secondServer } from './database.ts';
import { newPage, newPerson, nextMessage, register, registerByForm } from './people.ts';
import { callAs } from './purchases.ts';
import { expect, test } from './test.ts';

/** A second server that asks for verifications. */
let server: ServerProcess;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  server = startServerProcess(secondServer({ PROOFS: 'always' }));
  await server.address;
});

test.afterAll(async () => {
  server.kill('SIGTERM');
  await server.ended;
});

async function openFirstAlbum(page: Page): Promise<void> {
  const events: { id: number }[] = await callAs(page, 'GET', '/events');
  const ids = events.map(({ id }) => id).join(',');
  const albums: { id: number; images_count: number; events: { id: number }[] }[] = await callAs(
    page,
    'GET',
    `/albums?events_in=${ids}`,
  );
  const album = albums.find(({ images_count }) => images_count > 3);
  await page.goto(`/events/${album?.events[0]?.id}/album/${album?.id}`);
}

const prompt = (page: Page) => page.getByRole('dialog', { name: 'Confirm your email address' });
const photos = (page: Page) => page.locator('main img[src*="/api/images/"]');

test('a parent registers, enters the code where it is asked for, and sees the first picture', async ({
  browser,
}) => {
  const page = await newPage(browser, {
    baseURL: await server.address,
    viewport: { width: 390, height: 844 },
  });
  await registerByForm(page, newPerson());
  await expect(page.getByText('Confirm your email to open albums and buy photos.')).toBeVisible();
  await openFirstAlbum(page);
  await page.getByRole('button', { name: 'View Album' }).click();
  await expect(prompt(page)).toBeVisible();
  const address = page.url();
  await expect(prompt(page).getByLabel('Code')).toHaveAttribute('autocomplete', 'one-time-code');
  const code =
    (await prompt(page)
      .getByRole('button', { name: /^\d{6}$/ })
      .textContent()) ?? '';

  // One wrong try says so and costs nothing but the try.
  await prompt(page)
    .getByLabel('Code')
    .fill(code === '000000' ? '111111' : '000000');
  await expect(prompt(page).getByText('That’s not the right code. You have 4 tries left.')).toBeVisible();

  // The person only pastes the code; then the album opens by itself.
  await prompt(page)
    .getByLabel('Code')
    .fill(`Your code: ${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(prompt(page)).toHaveCount(0);
  await expect(photos(page).first()).toBeVisible();
  expect(page.url().split('?')[0]).toBe(address.split('?')[0]);
});

test('the link in the mail confirms on another device, and the waiting one goes on', {
  tag: '@deep',
}, async ({ browser }) => {
  const baseURL = await server.address;
  const person = newPerson();
  const desk = await newPage(browser, { baseURL });
  await register(desk, person);
  await desk.goto('/');
  await desk.getByRole('button', { name: 'Enter code' }).click();
  await expect(prompt(desk)).toBeVisible();

  const phone = await newPage(browser, { baseURL, viewport: { width: 390, height: 844 } });
  const { text } = await nextMessage(phone, person.email, /is your Encore code/);
  const link = /\/\?confirm=\S+/.exec(text)?.[0] ?? '';
  await phone.goto(link);
  expect(phone.url()).not.toContain('confirm=');
  await phone.getByRole('dialog').getByRole('button', { name: 'Yes, confirm' }).click();
  await expect(phone.getByRole('dialog', { name: 'Email confirmed' })).toBeVisible();
  await expect(prompt(desk)).toHaveCount(0);
  await expect(desk.getByRole('button', { name: 'Enter code' })).toHaveCount(0);
});

test('an address is changed on the profile page by a code', { tag: '@deep' }, async ({ browser }) => {
  const person = newPerson();
  const page = await newPage(browser, { baseURL: await server.address });
  await register(page, person);
  await page.goto('/user-profile');
  const section = page.getByRole('region', { name: 'Email' });
  await section.getByRole('button', { name: 'Change email' }).click();
  const email = `new-${person.email}`;
  await section.getByLabel('New email address').fill(email);
  await section.getByLabel('Your password', { exact: true }).fill(person.password);
  await section.getByRole('button', { name: 'Email me a code' }).click();
  const shown = (await section.getByText(/Your code is \d{6}/).textContent()) ?? '';
  await section.getByLabel('Code', { exact: true }).fill(/\d{6}/.exec(shown)?.[0] ?? '');
  await expect(section.getByText(email)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enter code' })).toHaveCount(0);
});

test('the terms and the privacy notice are public and linked where people agree', { tag: '@deep' }, async ({
  page,
}) => {
  await page.goto('/register');
  await expect(page.getByRole('main').getByRole('link', { name: 'terms of use' })).toHaveAttribute(
    'href',
    '/terms',
  );
  for (const [path, title] of [
    ['/terms', 'Terms of use'],
    ['/privacy', 'Privacy notice'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('Version 1')).toBeVisible();
  }
});
