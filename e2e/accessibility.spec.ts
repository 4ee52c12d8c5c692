import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { logIn } from './people.ts';

const LOOKS = [
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
] as const;

async function expectNoViolations(page: Page, path: string): Promise<void> {
  for (const { width, height, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expect(page.getByText('Loading...')).toHaveCount(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    expect(found, `${path} at ${width} px, ${colorScheme}`).toEqual([]);
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
    expect(overflow, `${path} at ${width} px scrolls sideways`).toBeLessThanOrEqual(0);
  }
}

for (const path of ['/login', '/LoginSimple', '/register', '/PasswordReset']) {
  test(`${path} has no accessibility violations`, ({ page }) => expectNoViolations(page, path));
}

test('pages of a customer have no accessibility violations', async ({ page }) => {
  test.setTimeout(300_000);
  await logIn(page, 'parent@encore.test');
  for (const path of ['/', '/events', '/events/10', '/search-albums', '/user-profile', '/MyAlbums']) {
    await expectNoViolations(page, path);
  }
});

test('pages of staff have no accessibility violations', async ({ page }) => {
  test.setTimeout(300_000);
  await logIn(page, 'super@encore.test');
  for (const path of [
    '/admin',
    '/admin/albums',
    '/admin/albums?event=10&view=upload',
    '/admin/users/notification-settings',
  ]) {
    await expectNoViolations(page, path);
  }
});
