import sharp from 'sharp';
import { expectAccessible, PHONE } from './axe.ts';
import { logIn, newPage } from './people.ts';
import { expect, test } from './test.ts';

test('a visitor browses events, picks a team, and is back at the team after logging in', async ({
  browser,
}) => {
  const page = await newPage(browser, { viewport: PHONE });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: /They practiced all year/ })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel('Prices')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Browse events' }).click();
  await expect(page).toHaveURL(/\/e$/);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Vaultline Invitational/ })
    .first()
    .click();
  await page
    .getByRole('button', { name: /Photos up/ })
    .first()
    .click();
  const team = page.getByRole('region', { name: 'Your team' });
  await expect(team).toBeVisible();
  const wanted = page.url();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  const sheet = page.getByRole('dialog', { name: 'Log in or sign up' });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expectAccessible(page);
  await sheet.getByRole('link', { name: 'Use my password' }).click();
  await sheet.getByLabel('Email').fill('parent2@encore.test');
  await sheet.getByLabel('Password', { exact: true }).fill('encore-demo');
  await sheet.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(wanted);
  await expect(team).toBeVisible();
});

test('strangers see the picture that staff upload for an event, until it is removed', {
  tag: '@deep',
}, async ({ page, browser }) => {
  await logIn(page, 'support@encore.test');
  const events: { id: number; name: string }[] = await (await page.request.get('/api/events')).json();
  const event = events.find(({ name }) => name.includes('Vaultline Invitational'));
  await page.goto(`/admin/events/${event?.id}`);
  await page.getByRole('button', { name: 'Edit event' }).click();
  const background = { r: 120, g: 20, b: 60 };
  const buffer = await sharp({ create: { width: 1600, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer();
  await page
    .getByLabel('Photo for visitors')
    .setInputFiles({ name: 'banner.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByRole('button', { name: 'Replace the photo' })).toBeVisible();

  const stranger = await newPage(browser);
  const card = stranger.getByRole('article').filter({ hasText: event?.name ?? '' });
  const source = async () => {
    await stranger.goto('/e');
    return card.locator('img').getAttribute('src');
  };
  await expect.poll(source).toMatch(/\/api\/event-pictures\/[0-9a-f]{32}-640\.webp/);
  const uploaded = (await source()) ?? '';
  expect((await stranger.request.get(uploaded)).status()).toBe(200);

  await page.getByRole('button', { name: 'Gymnastics' }).click();
  await page.getByRole('button', { name: 'Use the drawing' }).click();
  await expect(page.getByRole('button', { name: 'Upload a photo' })).toBeVisible();
  await expect.poll(source).toMatch(/gymnastics/);
  await expect.poll(async () => (await stranger.request.get(uploaded)).status()).toBe(404);
});
