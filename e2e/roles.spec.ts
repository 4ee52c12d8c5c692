import { logIn } from './people.ts';
import { expect, test } from './test.ts';

const HEADER = {
  parent: ['Search', 'Events', 'Purchases', 'Athletes', 'Profile'],
  support: ['Search', 'Events', 'Purchases', 'Athletes', 'Profile', 'Admin'],
  analyst: ['Search', 'Events', 'Purchases', 'Athletes', 'Profile', 'Admin'],
  super: ['Search', 'Events', 'Purchases', 'Athletes', 'Profile', 'Admin'],
};

const PEOPLE_AND_PHOTOS = ['Users', 'Support', 'Reported photos', 'Photographers', 'Harvest watch'];

const ADMIN_MENU = {
  support: ['Overview', 'Events', 'Albums', ...PEOPLE_AND_PHOTOS, 'Payment cases', 'Notifications'],
  analyst: [
    'Overview',
    'Events',
    'Albums',
    'Reports',
    ...PEOPLE_AND_PHOTOS,
    'Payment cases',
    'Notifications',
  ],
  super: [
    'Overview',
    'Events',
    'Albums',
    'Reports',
    ...PEOPLE_AND_PHOTOS,
    'Payouts',
    'Payment cases',
    'Notifications',
    'Settings',
  ],
};

const ADMIN_PAGES = [
  '/admin',
  '/admin/events',
  '/admin/events/10',
  '/admin/albums',
  '/admin/reports',
  '/admin/users',
  '/admin/users/1',
  '/admin/users/found-albums/1',
  '/admin/users/user-athletes/1',
  '/admin/users/notification-settings',
  '/admin/harvest-watch',
  '/admin/photo-links',
  '/admin/support',
  '/admin/report-photo-review',
  '/admin/photographer-report',
  '/admin/payment-cases',
  '/admin/payouts',
  '/admin/settings',
];

const FORBIDDEN: Record<string, string[]> = {
  parent: ADMIN_PAGES,
  support: ['/admin/reports', '/admin/payouts', '/admin/settings'],
  analyst: ['/admin/payouts', '/admin/settings'],
};

for (const [name, entries] of Object.entries(ADMIN_MENU)) {
  test(`${name} can open exactly the admin pages of the role`, async ({ page }) => {
    test.setTimeout(120_000);
    await logIn(page, `${name}@encore.test`);
    await page.goto('/admin');
    const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
    await expect(links).toHaveText(entries.map((entry) => new RegExp(`^${entry}`)));
    for (const path of ADMIN_PAGES) {
      await page.goto(path);
      const isForbidden = FORBIDDEN[name]?.includes(path);
      await expect(page).toHaveURL(isForbidden ? /:\d+\/$/ : new RegExp(`:\\d+${path}$`));
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    }
  });
}

for (const [name, entries] of Object.entries(HEADER)) {
  test(`${name} sees exactly the menu of the role, and a forbidden page redirects home`, async ({ page }) => {
    await logIn(page, `${name}@encore.test`);
    await page.goto('/');
    const links = page.getByRole('banner').getByRole('navigation').getByRole('link');
    await expect(links).toHaveText(entries.map((entry) => new RegExp(`^${entry}`)));
    for (const path of FORBIDDEN[name] ?? []) {
      await page.goto(path);
      await expect(page).toHaveURL(/:\d+\/$/);
    }
  });
}

test('an unknown path and, once logged in, the login page redirect home', async ({ page }) => {
  await logIn(page, 'parent@encore.test');
  for (const path of ['/no/such/page', '/login', '/Login', '/register', '/PasswordReset']) {
    await page.goto(path);
    await expect(page).toHaveURL(/:\d+\/$/);
  }
});
