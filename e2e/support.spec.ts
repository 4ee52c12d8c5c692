import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { startServerProcess } from '#server/testing/server-process.ts';
import { expectNoViolations } from './axe.ts';
import { secondServer } from './database.ts';
import { logIn, logOut, newPage, newPageOf, newPerson, register } from './people.ts';
import { expect, test } from './test.ts';

async function openChat(page: Page) {
  await page.getByRole('button', { name: /^Help/ }).click();
  const chat = page.getByRole('dialog', { name: 'Chat with us' });
  const choice = page.getByRole('button', { name: /Chat with us/ });
  await expect(choice.or(chat)).toBeVisible();
  if (await choice.isVisible()) await choice.click();
  await expect(chat.getByLabel('Write a message')).toBeVisible();
  return chat;
}

async function say(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).fill(text);
  await page.getByLabel(label).press('Enter');
}

test('a customer and staff write to each other without reloading', async ({ page, browser }) => {
  const person = { ...newPerson(), lastName: `Chat ${randomUUID().slice(0, 8)}` };
  await register(page, person);
  await page.goto('/');
  const chat = await openChat(page);
  await expect(chat.getByText(/usually answer/)).toBeVisible();
  await say(page, 'Write a message', 'Where is my album?');
  await expect(chat.getByRole('log').getByText('Where is my album?')).toBeVisible();
  await expect(chat.getByText('Sending...')).toHaveCount(0);

  const staff = await newPageOf(browser, 'support@encore.test');
  await staff.goto('/admin/support');
  const row = staff.getByRole('button', { name: new RegExp(person.lastName) });
  await expect(row).toContainText('Where is my album?');
  await row.click();
  await expect(staff.getByRole('log').getByText('Where is my album?')).toBeVisible();
  await expect(staff.getByRole('complementary', { name: 'Customer' })).toContainText(person.email);
  await staff.keyboard.press('r');
  await expect(staff.getByLabel('Write an answer')).toBeFocused();
  await say(staff, 'Write an answer', 'It was published just now.');
  await expect(chat.getByText('It was published just now.')).toBeVisible({ timeout: 15_000 });

  await page.bringToFront();
  await page.keyboard.press('Escape');
  await expect(chat).toBeHidden();
  await expect(page.getByRole('button', { name: 'Help', exact: true })).toBeFocused();
  await say(staff, 'Write an answer', 'Anything else?');
  await expect(page.getByRole('button', { name: 'Help, 1 new answer' })).toBeVisible({ timeout: 15_000 });
  await openChat(page);
  await expect(chat.getByText('Anything else?')).toBeVisible();

  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#2a6' } })
    .png()
    .toBuffer();
  await page
    .getByLabel('Attach pictures')
    .setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByRole('list', { name: 'Pictures to send' }).getByRole('img')).toBeVisible();
  await page.getByRole('button', { name: 'Send' }).click();
  const seen = staff.getByRole('log').getByAltText('Attached');
  await expect(seen).toBeVisible({ timeout: 15_000 });
  await expect(seen).toHaveJSProperty('naturalWidth', 400);

  await staff.getByRole('heading', { name: 'Support' }).click();
  await staff.keyboard.press('e');
  await expect(staff.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await expect(row).toHaveCount(0);
  await say(page, 'Write a message', 'One more thing');
  await expect(row).toContainText('One more thing', { timeout: 15_000 });
});

test('a message that could not be sent stays and can be sent again once', { tag: '@deep' }, async ({
  page,
}) => {
  await register(page, newPerson());
  await page.goto('/');
  const chat = await openChat(page);
  await page.route('**/api/support/messages', (route) => route.abort());
  await say(page, 'Write a message', 'From a dead spot');
  await expect(chat.getByText(/Not sent/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chat).toBeHidden();
  await openChat(page);
  await page.unroute('**/api/support/messages');
  await chat.getByRole('button', { name: 'Try again' }).click();
  await expect(chat.getByText(/Not sent/)).toHaveCount(0);
  await expect(chat.getByText('From a dead spot')).toHaveCount(1);
});

test('a visitor enters an email address once and finds the chat again after a reload', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/');
  const chat = await openChat(page);
  await say(page, 'Write a message', 'I cannot log in');
  await expect(chat.getByText('Enter your email so we can reply.')).toBeVisible();
  await chat.getByLabel('Your email').fill(`${randomUUID()}@example.test`);
  await page.getByLabel('Write a message').press('Enter');
  await expect(chat.getByRole('log').getByText('I cannot log in')).toBeVisible();
  await expect(chat.getByText('Sending...')).toHaveCount(0);
  await page.reload();
  await openChat(page);
  await expect(chat.getByRole('log').getByText('I cannot log in')).toBeVisible();
  await expect(chat.getByLabel('Your email')).toHaveCount(0);
});

test('a bug report previews its screenshot with photos blacked out, and staff can read it', {
  tag: '@deep',
}, async ({ page, browser }) => {
  await logIn(page, 'parent@encore.test');
  await page.goto('/');
  await page.getByRole('heading', { name: 'My Saved Team Searches' }).waitFor();
  await page.evaluate("window.dispatchEvent(new ErrorEvent('error', { error: new Error('drawn badly') }))");
  await page.getByRole('button', { name: 'Report a bug' }).click();
  const sheet = page.getByRole('dialog', { name: 'Report a bug' });
  const preview = sheet.getByAltText('Screenshot to be sent');
  await expect(preview).toBeVisible({ timeout: 15_000 });
  const isBlack = await page.evaluate<boolean[]>(READ_PHOTO_COLORS);
  expect(isBlack.length).toBeGreaterThan(0);
  expect(isBlack.every(Boolean)).toBe(true);
  await sheet.getByText('What we send').click();
  await expect(sheet.getByText('Error: drawn badly')).toBeVisible();
  const text = `The card is cut off ${randomUUID().slice(0, 8)}`;
  await sheet.getByLabel('What happened?').fill(text);
  await expectNoViolations(page, 'the bug report');
  await sheet.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible();

  const staff = await newPageOf(browser, 'support@encore.test');
  await staff.goto('/admin/support?bugs=true');
  await staff.getByRole('button', { name: new RegExp(text) }).click();
  const log = staff.getByRole('log');
  await expect(log.getByText('Error: drawn badly').last()).toBeVisible();
  await expect(log.getByAltText('Attached').last()).toBeVisible();
});

/** Runs in the page and tells for each visible photo whether its center is black in the screenshot. */
const READ_PHOTO_COLORS = `(async () => {
  const preview = document.querySelector('[alt="Screenshot to be sent"]');
  await preview.decode();
  const canvas = new OffscreenCanvas(preview.naturalWidth, preview.naturalHeight);
  const pen = canvas.getContext('2d');
  pen.drawImage(preview, 0, 0);
  const scale = preview.naturalWidth / document.documentElement.clientWidth;
  return [...document.querySelectorAll('#root img')].flatMap((photo) => {
    const { x, y, width, height } = photo.getBoundingClientRect();
    const middle = { x: (x + width / 2) * scale, y: (y + height / 2) * scale };
    if (middle.y < 0 || middle.y >= canvas.height || middle.x >= canvas.width || width < 20) return [];
    const [red, green, blue] = pen.getImageData(middle.x, middle.y, 1, 1).data;
    return [red + green + blue < 60];
  });
})()`;

test('killing the server during a conversation neither loses nor repeats a message', {
  tag: '@deep',
}, async ({ browser }) => {
  test.setTimeout(120_000);
  let server = startServerProcess(secondServer({}));
  try {
    const baseURL = await server.address;
    const page = await newPage(browser, { baseURL });
    await register(page, newPerson());
    await page.goto('/');
    const chat = await openChat(page);
    await say(page, 'Write a message', 'Before');
    await expect(chat.getByText('Sending...')).toHaveCount(0);
    server.kill('SIGKILL');
    await server.ended;
    await say(page, 'Write a message', 'Meanwhile');
    await expect(chat.getByText(/Not sent/)).toBeVisible();
    server = startServerProcess(secondServer({ PORT: new URL(baseURL).port }));
    await server.address;
    await chat.getByRole('button', { name: 'Try again' }).click();
    await expect(chat.getByText(/Not sent|Sending/)).toHaveCount(0);
    await page.reload();
    await openChat(page);
    await expect(chat.getByRole('log').getByText(/Before|Meanwhile/)).toHaveText(['Before', 'Meanwhile']);
  } finally {
    server.kill('SIGTERM');
    await server.ended;
  }
});

test('offline, the site opens, says so, and shows thumbnails seen before', { tag: '@deep' }, async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  await logIn(page, 'parent@encore.test');
  await page.goto('/');
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.reload();
  const thumb = page.locator('main img').first();
  await expect(thumb).toBeVisible();
  await expect(thumb).toHaveJSProperty('complete', true);
  const address = await thumb.evaluate((image: HTMLImageElement) => image.currentSrc);
  const openThumb = (url: string) => page.evaluate((a) => fetch(a).then(({ status }) => status), url);
  const cachedUrls = () =>
    page.evaluate<string[]>(
      "caches.open('encore-thumbs-1').then((kept) => kept.keys()).then((keys) => keys.map(({ url }) => url))",
    );
  await expect.poll(async () => (await cachedUrls()).length).toBeGreaterThan(0);
  expect((await cachedUrls()).every((url) => !url.includes('auth='))).toBe(true);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByText('You’re offline.', { exact: false }).first()).toBeVisible();
  expect(await openThumb(address)).toBe(200);
  const call = await page.evaluate(() =>
    fetch('/api/events').then(
      () => 'answered',
      () => 'failed',
    ),
  );
  expect(call).toBe('failed');
  await page.goto('/search-albums');
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();

  await context.setOffline(false);
  await page.goto('/');
  await page.getByRole('heading', { name: 'My Saved Team Searches' }).waitFor();
  await logOut(page);
  await expect.poll(() => page.evaluate("caches.has('encore-thumbs-1')")).toBe(false);
});

for (const { width, height, colorScheme } of [
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
] as const) {
  test(`help and the inbox have no accessibility violations at ${width} px, ${colorScheme}`, {
    tag: '@deep',
  }, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await logIn(page, 'super@encore.test');
    await page.goto('/');
    await page.getByRole('button', { name: /^Help/ }).click();
    await page.getByRole('dialog', { name: 'Help' }).waitFor();
    await expectNoViolations(page, 'the help menu');
    await page.getByRole('button', { name: /Chat with us/ }).click();
    await page.getByLabel('Write a message').waitFor();
    await say(page, 'Write a message', `Hello from ${width}`);
    await expect(page.getByText('Sending...')).toHaveCount(0);
    await expectNoViolations(page, 'the chat');
    await page.goto('/admin/support');
    await page.getByRole('button', { name: new RegExp(`Hello from ${width}`) }).waitFor();
    await expectNoViolations(page, 'the inbox');
    await page.getByRole('button', { name: new RegExp(`Hello from ${width}`) }).click();
    await page.getByLabel('Write an answer').waitFor();
    await expectNoViolations(page, 'a conversation');
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
  });
}
