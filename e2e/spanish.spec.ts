import type { Browser, Page } from '@playwright/test';
import { i18nFor } from '#server/platform/languages/i18n.ts';
import { expectAccessible, PHONE } from './axe.ts';
import { newPage, newPerson, nextMessage, openSession, register } from './people.ts';
import { saveAlbums } from './purchases.ts';
import { expectSpanish } from './spanish.ts';
import { expect, test } from './test.ts';

test.describe.configure({ timeout: 240_000 });

/** The Spanish text of an English message on the page. */
const say = (message: string, values?: Record<string, string | number>) => i18nFor('es').t(message, values);

/** A phone whose owner speaks Spanish. */
const spanishPhone = (browser: Browser) =>
  newPage(browser, {
    viewport: PHONE,
    locale: 'es-MX',
    // Calls outside of the page ask for the language too.
    extraHTTPHeaders: { 'accept-language': 'es-MX,es;q=0.9' },
  });

const press = (page: Page, label: string) =>
  page.getByRole('button', { name: label, exact: true }).first().click();

test('a parent who speaks only Spanish arrives, signs up and buys an album without meeting English', async ({
  browser,
}) => {
  const page = await spanishPhone(browser);
  const person = newPerson();
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Entrenaron todo el año');
  const names = await demoNames(page);
  await expectSpanish(page, names);
  await page.goto('/register');
  await expectSpanish(page, names);
  await page.getByLabel(say('First name')).fill(person.firstName);
  await page.getByLabel(say('Last name')).fill(person.lastName);
  await page.getByLabel(say('Email')).fill(person.email);
  await page.getByLabel(say('Password'), { exact: true }).fill(person.password);
  await page.getByRole('checkbox').check();
  await press(page, say('Create account'));
  await expect(page).not.toHaveURL(/register/);
  await expect(
    page.getByText(say('Hi {firstName}, which team are we looking for?', { firstName: person.firstName })),
  ).toBeVisible();
  await expectSpanish(page, names);

  const [album] = await saveAlbums(page, 1);
  await page.goto(`/user-album/${album?.id}`);
  await press(page, say('View Album'));
  await page.getByLabel(/^Foto 2 de/).click();
  await expect(page.getByRole('button', { name: /^Todas las/ })).toBeInViewport({ ratio: 1 });
  await expectSpanish(page, names);
  await page.goto(`/purchaseAlbum/${album?.uuid}`);
  await typeSpanishCard(page);
  await expectSpanish(page, names);
  await page.getByRole('button', { name: /^Pagar \$/ }).click();
  await expect(page.getByRole('button', { name: say('Share'), exact: true })).toBeVisible({
    timeout: 30_000,
  });
  await expectSpanish(page, names);
  const receipt = await nextMessage(page, person.email, /recibo/i);
  expect(receipt.html).toContain('<html lang="es">');

  await press(page, say('Share'));
  await expect(page.getByRole('dialog')).toContainText(say('Send to family'));
  await expectSpanish(page, names);
});

test('every page of a customer speaks Spanish and has no accessibility violations', {
  tag: '@deep',
}, async ({ browser }) => {
  const page = await spanishPhone(browser);
  await page.goto('/');
  await register(page, newPerson());
  const [album] = await saveAlbums(page, 1);
  const names = await demoNames(page);
  for (const path of [
    '/',
    '/events',
    '/e',
    '/events/10',
    '/search-albums',
    `/user-album/${album?.id}`,
    `/view-album/${album?.uuid}`,
    `/purchaseAlbum/${album?.uuid}`,
    '/payment',
    '/MyAlbums',
    '/OpenOrders',
    '/MyAthlete',
    '/addNewAthlete',
    '/AddPaymentMethod',
    '/user-profile',
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expect(page.getByText(say('Loading...')).filter({ visible: true })).toHaveCount(0);
    await expectSpanish(page, names);
    await expectAccessible(page, path);
  }
});

test('every page for visitors speaks Spanish and has no accessibility violations', {
  tag: '@deep',
}, async ({ browser }) => {
  const page = await spanishPhone(browser);
  await page.goto('/');
  const names = await demoNames(page);
  for (const path of ['/', '/login', '/LoginSimple', '/register', '/PasswordReset', '/e']) {
    await page.goto(path);
    await page.getByRole('heading').first().waitFor();
    await expectSpanish(page, names);
    await expectAccessible(page, path);
  }
});

test('a parent scans a poster and is at the photos after one code, in Spanish', { tag: '@deep' }, async ({
  browser,
}) => {
  const page = await spanishPhone(browser);
  await page.goto('/');
  const names = await demoNames(page);
  const { jwt } = await openSession(page, 'super@encore.test');
  const headers = { authorization: `Bearer ${jwt}` };
  const { teams } = (await (await page.request.get('/api/events/10/poster-codes', { headers })).json()) as {
    teams: { code: string; has_photos?: boolean }[];
  };
  for (const { code } of teams) {
    await page.goto(`/e/${code}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    if (await page.getByRole('button', { name: say('See the photos') }).count()) break;
  }
  await expectSpanish(page, names);
  const number = `303555${String(Date.now()).slice(-4)}`;
  await page.getByLabel(say('Email or phone')).fill(number);
  await press(page, say('See the photos'));
  const { text } = await nextMessage(page, `+1${number}`, /código de Encore/);
  await page.getByLabel(say('Code')).fill(text.slice(0, 6));
  await press(page, say('See the photos'));
  await expect(page).toHaveURL(/user-album|events\/\d+\/album/);
  await expectSpanish(page, names);
});

/** Names of events, teams and people stay as they are. */
async function demoNames(page: Page): Promise<string[]> {
  const { jwt } = await openSession(page, 'support@encore.test');
  const headers = { authorization: `Bearer ${jwt}` };
  const events: { id: number; name: string; brand_name: string }[] = await (
    await page.request.get('/api/events', { headers })
  ).json();
  const ids = events.map(({ id }) => id).join(',');
  const albums: { program_name: string; team_name: string; division_name: string }[] = await (
    await page.request.get(`/api/albums?events_in=${ids}`, { headers })
  ).json();
  const names = [
    ...events.flatMap(({ name, brand_name }) => [name, brand_name]),
    ...albums.flatMap(({ program_name, team_name, division_name }) => [
      program_name,
      team_name,
      division_name,
    ]),
  ];
  return [...new Set(names)].filter((name) => name.length > 2).sort((a, b) => b.length - a.length);
}

async function typeSpanishCard(page: Page): Promise<void> {
  await page.getByLabel(say('Card number')).fill('4242424242424242');
  await page.getByRole('textbox', { name: say('Expires') }).fill('12/40');
  await page.getByLabel(say('Security code')).fill('123');
}
