import { expectNoViolations } from './axe.ts';
import { logIn, newPage, newPageOf, newPerson, register } from './people.ts';
import { payByCall, placeOrder } from './place-order.ts';
import { callAs, nameOf, type SoldAlbum, viewAlbums } from './purchases.ts';
import { expect, test } from './test.ts';

test('support sees who bought an album, swaps a sale, refunds another and previews the album as a customer', {
  tag: '@deep',
}, async ({ page, browser }) => {
  test.setTimeout(300_000);
  const person = { ...newPerson(), lastName: `Buyer ${Date.now()}` };
  const name = `${person.firstName} ${person.lastName}`;
  await register(page, person);
  const [sold, kept, wanted] = (await viewAlbums(page, 3)) as [SoldAlbum, SoldAlbum, SoldAlbum];
  await payByCall(page, await placeOrder(page, [sold, kept]));

  const staff = await newPageOf(browser, 'support@encore.test');
  await staff.goto(`/admin/albums?album=${sold.id}&panel=sales`);
  const panel = staff.getByRole('complementary', { name: 'Album' });
  const sale = panel.getByRole('list', { name: 'Sales' }).getByRole('listitem').filter({ hasText: name });
  await expect(sale).toContainText('Whole album');
  await expect(sale).toContainText('0 of 15 downloads');
  await expectNoViolations(staff, 'the sales of an album');

  await sale.getByRole('button', { name: /^Swap/ }).click();
  const swap = staff.getByRole('dialog', { name: 'Swap an album' });
  await swap.getByRole('combobox', { name: 'Swap to album' }).fill(nameOf(wanted));
  await swap.getByRole('option').filter({ hasText: wanted.team_name }).first().click();
  await expect(swap.getByText('No money moves')).toBeVisible();
  await expectNoViolations(staff, 'a swap before it is confirmed');
  await swap.getByRole('button', { name: 'Swap', exact: true }).click();
  await expect(swap).toHaveCount(0);
  await expect(sale).toHaveCount(0);
  const { owned } = await callAs(page, 'GET', '/user-found-albums/me');
  expect(owned.map((held: { album: SoldAlbum }) => held.album.id).sort()).toEqual(
    [kept.id, wanted.id].sort(),
  );
  await panel.getByRole('tab', { name: 'History' }).click();
  await expect(panel.getByRole('list', { name: 'History' })).toContainText(
    'swapped a sale away from this album',
  );

  await staff.goto(`/admin/albums?album=${wanted.id}&panel=sales`);
  await expect(sale).toContainText(`Swapped from ${nameOf(sold)}`);
  await sale.getByRole('button', { name: /^Refund/ }).click();
  const refund = staff.getByRole('dialog', { name: /^Refund order/ });
  await expect(refund.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await refund.getByLabel('Reason').fill('Did not want the other team');
  await refund.getByRole('button', { name: /^Refund \$/ }).click();
  await expect(sale).toContainText('Refunded', { timeout: 30_000 });

  await sale.getByRole('link', { name }).click();
  const orders = staff.getByRole('list', { name: 'Orders' });
  await expect(orders).toContainText(`Bought as ${nameOf(sold)}`);
  await expect(orders).toContainText('Partly refunded');
  await expect(orders.getByRole('button', { name: `Swap ${nameOf(kept)}` })).toBeVisible();
  await expect(staff.getByRole('list', { name: 'History' })).toContainText('swapped a purchase');
  await expectNoViolations(staff, 'the page of a buyer');

  const views = async () => (await callAs(staff, 'GET', '/user-found-albums/me')).found.length;
  const held = await views();
  await staff.goto(`/user-album/${sold.id}?as=customer`);
  await expect(staff.getByText('This is what a customer sees. It doesn’t use a view.')).toBeVisible();
  await expect(staff.getByText('Whole album')).toBeVisible();
  await expectNoViolations(staff, 'an album as the customer sees it');
  await staff.getByRole('button', { name: 'Out of views' }).click();
  await expect(staff.getByText(/Album views exceeded/)).toBeVisible();
  await staff.getByRole('region', { name: 'Preview' }).getByRole('link', { name: 'Close' }).click();
  await expect(staff).toHaveURL(new RegExp(`/admin/albums\\?album=${sold.id}`));
  expect(await views()).toBe(held);
});

test('staff move photos between albums and undo it', { tag: '@deep' }, async ({ page }) => {
  test.setTimeout(120_000);
  await logIn(page, 'support@encore.test');
  const albums: (SoldAlbum & { event: number; images_count: number })[] = await callAs(
    page,
    'GET',
    '/albums/admin?_limit=200',
  );
  const from = albums.find(
    ({ id, event, images_count }) =>
      images_count > 3 && albums.some((other) => other.id !== id && other.event === event),
  );
  const to = albums.find(({ id, event }) => event === from?.event && id !== from.id);
  if (!from || !to) throw new Error('the demo has no two albums of one event');
  await page.goto(`/admin/albums?album=${from.id}`);
  await page.getByRole('button', { name: /^Move photos/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Move photos' });
  const photos = sheet.getByRole('listbox', { name: /^Photos of/ }).getByRole('option');
  await photos.first().click();
  await photos.nth(1).click();
  await expect(sheet.getByText('Move 2 photos to')).toBeVisible();
  await expectNoViolations(page, 'photos to move');
  await sheet.getByRole('combobox', { name: 'Album to move to' }).fill(nameOf(to));
  await sheet.getByRole('listbox', { name: 'Albums' }).getByRole('option').first().click();
  const toast = page.getByText(/^Moved 2 photos to/);
  // Whether the demo sold this album decides whether the page asks.
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Take them out' });
  await expect(toast.or(confirm)).toBeVisible({ timeout: 20_000 });
  if (await confirm.isVisible()) await confirm.click();
  await expect(toast).toBeVisible({ timeout: 20_000 });
  // A toast under the pointer does not disappear.
  await toast.hover();
  const countOf = async () => (await callAs(page, 'GET', `/albums/${from.id}`)).images.length;
  expect(await countOf()).toBe(from.images_count - 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Moved 2 photos back to/)).toBeVisible({ timeout: 20_000 });
  expect(await countOf()).toBe(from.images_count);
});

test('support selects users with the keyboard and mails them password links', { tag: '@deep' }, async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const person = { ...newPerson(), lastName: `Chosen ${Date.now()}` };
  await register(await newPage(browser), person);
  await logIn(page, 'support@encore.test');
  await page.goto(`/admin/users?q=${encodeURIComponent(person.lastName)}`);
  const found = page.getByRole('table', { name: 'Users' }).getByRole('link');
  await expect(found).toHaveCount(1);
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(found).toHaveCount(1);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  const bar = page.getByRole('toolbar', { name: 'Selected users' });
  await expect(bar).toContainText('1 user');
  await expectNoViolations(page, 'selected users');
  await bar.getByRole('button', { name: 'Send password link' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send password link' }).click();
  await expect(page.getByText('Password links sent to 1 user')).toBeVisible();
  await expect(bar).toHaveCount(0);
});
