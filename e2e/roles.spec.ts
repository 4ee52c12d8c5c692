import { expect, test } from '@playwright/test';
import { logIn } from './people.ts';

const HEADER = {
  parent: ['Search', 'Purchases', 'Profile'],
  support: ['Search', 'Purchases', 'Profile', 'Admin'],
  analyst: ['Search', 'Purchases', 'Profile', 'Admin'],
  super: ['Search', 'Purchases', 'Profile', 'Admin'],
};

const FORBIDDEN: Record<string, string[]> = {
  parent: ['/admin', '/admin/albums', '/admin/users', '/admin/reports', '/admin/settings'],
  support: ['/admin/reports', '/admin/settings'],
  analyst: ['/admin/settings'],
};

for (const [name, entries] of Object.entries(HEADER)) {
  test(`${name} sees exactly the menu of the role, and a forbidden page goes home`, async ({ page }) => {
    await logIn(page, `${name}@encore.test`);
    const links = page.getByRole('banner').getByRole('navigation').getByRole('link');
    await expect(links).toHaveText(entries.map((entry) => new RegExp(`^${entry}`)));
    for (const path of FORBIDDEN[name] ?? []) {
      await page.goto(path);
      await expect(page).toHaveURL(/:\d+\/$/);
    }
  });
}

test('an unknown path goes home, and a logged-in person is kept off the login page', async ({ page }) => {
  await logIn(page, 'parent@encore.test');
  for (const path of ['/no/such/page', '/login', '/Login', '/register', '/PasswordReset']) {
    await page.goto(path);
    await expect(page).toHaveURL(/:\d+\/$/);
  }
});
