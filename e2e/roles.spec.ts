import { openWithin } from './open-within.ts';
import { logIn } from './people.ts';
import { expect, test } from './test.ts';

const ROLES = ['parent', 'support', 'analyst', 'finance', 'lead', 'super'] as const;
type Role = (typeof ROLES)[number];

const HEADER: Record<Role, string[]> = {
  parent: ['Search', 'Events', 'Purchases', 'Athletes', 'Profile'],
  support: ['Search', 'Events', 'Purchases', 'Athletes', 'Profile', 'Admin'],
  analyst: ['Search', 'Events', 'Purchases', 'Athletes', 'Profile', 'Admin'],
  finance: ['Search', 'Events', 'Purchases', 'Athletes', 'Profile', 'Admin'],
  lead: ['Search', 'Events', 'Purchases', 'Athletes', 'Profile', 'Admin'],
  super: ['Search', 'Events', 'Purchases', 'Athletes', 'Profile', 'Admin'],
};

const PEOPLE_AND_PHOTOS = [
  'Users',
  'Support',
  'Reported photos',
  'Never show',
  'Photographers',
  'Price lists',
  'Unusual activity',
  'Shared links',
];

const ADMIN_MENU: Partial<Record<Role, string[]>> = {
  support: ['Overview', 'Events', 'Albums', ...PEOPLE_AND_PHOTOS, 'Payment cases', 'Notifications'],
  analyst: [
    'Overview',
    'Events',
    'Albums',
    'Reports',
    ...PEOPLE_AND_PHOTOS,
    'Tax',
    'Payment cases',
    'Notifications',
  ],
  finance: ['Overview', 'Reports', 'Photographers', 'Payouts', 'Tax', 'Books'],
  lead: ['Overview', 'Events', 'Albums', 'Reported photos', 'Never show', 'Photographers', 'Price lists'],
  super: [
    'Overview',
    'Events',
    'Albums',
    'Reports',
    ...PEOPLE_AND_PHOTOS,
    'Leak detection',
    'Payouts',
    'Tax',
    'Books',
    'Payment cases',
    'Notifications',
    'Settings',
  ],
};

const ADMIN_PAGES = [
  '/admin',
  '/admin/events',
  '/admin/events/10',
  '/admin/events/new',
  '/admin/price-lists',
  '/admin/albums',
  '/admin/reports',
  '/admin/users',
  '/admin/users/1',
  '/admin/users/found-albums/1',
  '/admin/users/user-athletes/1',
  '/admin/users/notification-settings',
  '/admin/scraping-monitor',
  '/admin/photo-links',
  '/admin/support',
  '/admin/report-photo-review',
  '/admin/never-show',
  '/admin/photographer-report',
  '/admin/photographer-report/roster',
  '/admin/photographer-report/statements',
  '/admin/payment-cases',
  '/admin/trace',
  '/admin/payouts',
  '/admin/tax',
  '/admin/books',
  '/admin/settings',
];

const FORBIDDEN: Partial<Record<Role, string[]>> = {
  parent: ADMIN_PAGES,
  support: [
    '/admin/reports',
    '/admin/trace',
    '/admin/payouts',
    '/admin/tax',
    '/admin/books',
    '/admin/settings',
  ],
  analyst: ['/admin/trace', '/admin/payouts', '/admin/books', '/admin/settings'],
  finance: ADMIN_PAGES.filter(
    (path) => !/^\/admin(\/(reports|photographer-report.*|payouts|tax|books))?$/.test(path),
  ),
  lead: ADMIN_PAGES.filter(
    (path) =>
      !['/admin', '/admin/albums', '/admin/price-lists'].includes(path) &&
      !/^\/admin\/(events|photographer-report|report-photo-review|never-show)/.test(path),
  ),
};

const HOME = /:\d+\/$/;

/** Of a menu, in which counts may follow the names. */
const textsOf = (entries: string[]) => entries.map((entry) => new RegExp(`^${entry}`));

for (const name of ROLES) {
  test(`${name} sees exactly the menus of the role and can open exactly its pages`, { tag: '@deep' }, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    await logIn(page, `${name}@encore.test`);
    await page.goto('/events');
    const header = page.getByRole('banner').getByRole('navigation').getByRole('link');
    await expect(header).toHaveText(textsOf(HEADER[name]));
    for (const path of ADMIN_PAGES) {
      const isForbidden = FORBIDDEN[name]?.includes(path);
      await openWithin(page, path);
      await expect(page).toHaveURL(isForbidden ? HOME : new RegExp(`:\\d+${path}$`));
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      if (path === '/admin' && !isForbidden) {
        const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
        await expect(links).toHaveText(textsOf(ADMIN_MENU[name] ?? []));
      }
      // From another page than home, it is seen that a forbidden page leads home.
      if (isForbidden) await openWithin(page, '/events');
    }
    const last = FORBIDDEN[name]?.at(-1);
    if (last) {
      await page.goto(last);
      await expect(page).toHaveURL(HOME);
    }
  });
}

test('an unknown path and, once logged in, the login page redirect home', { tag: '@deep' }, async ({
  page,
}) => {
  await logIn(page, 'parent@encore.test');
  for (const path of ['/no/such/page', '/login', '/Login', '/register', '/PasswordReset']) {
    await page.goto(path);
    await expect(page).toHaveURL(HOME);
  }
});
