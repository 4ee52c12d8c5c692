import { randomUUID } from 'node:crypto';
import { expectNoViolations } from './axe.ts';
import { logIn, newPageOf, newPerson, register } from './people.ts';
import { payByCall, placeOrder } from './place-order.ts';
import { callAs, nameOf, type SoldAlbum, viewAlbums } from './purchases.ts';
import { expect, test } from './test.ts';

test('support finds a customer, resets views, refunds one album and adds a note', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const person = { ...newPerson(), lastName: `Found ${randomUUID().slice(0, 8)}` };
  await register(page, person);
  const [first, second] = (await viewAlbums(page, 2)) as [SoldAlbum, SoldAlbum];
  await payByCall(page, await placeOrder(page, [first, second]));

  const staff = await newPageOf(browser, 'support@encore.test');
  await staff.goto('/admin/users');
  const users = staff.getByRole('table', { name: 'Users' });
  await expect(users).toBeVisible();
  await staff.keyboard.press('/');
  await staff.keyboard.type(person.lastName);
  await expect(staff).toHaveURL(/q=Found/);
  await expect(users.getByRole('link')).toHaveCount(1);
  await staff.getByRole('link', { name: new RegExp(person.lastName) }).click();

  await staff.getByLabel('New note').fill('Called about the second album');
  await staff.getByRole('button', { name: 'Add note' }).click();
  await expect(staff.getByRole('list', { name: 'Notes' })).toContainText('Called about the second album');

  const albums = staff.getByRole('region', { name: /^Found albums/ });
  await albums.getByRole('button', { name: 'Reset all views' }).click();
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Reset views' }).click();
  await expect(albums.getByRole('button', { name: /^Reset/ })).toHaveCount(0);

  await staff.getByRole('button', { name: /^Refund order/ }).click();
  const sheet = staff.getByRole('dialog', { name: /^Refund order/ });
  await sheet.getByRole('checkbox', { name: new RegExp(nameOf(second)) }).uncheck();
  await sheet.getByRole('button', { name: /^Refund \$/ }).click();
  await expect(sheet.getByText('Say why')).toBeVisible();
  await sheet.getByLabel('Reason').fill('Bought the wrong team');
  await sheet.getByRole('button', { name: /^Refund \$/ }).click();
  const orders = staff.getByRole('region', { name: 'Orders and payments' });
  const listed = orders.getByRole('list', { name: 'Orders' });
  await expect(listed.getByText('Partly refunded')).toBeVisible({ timeout: 30_000 });
  await expect(orders.getByText(/Bought the wrong team/)).toBeVisible();
  await expect(staff.getByRole('list', { name: 'History' })).toContainText('reset the views of an album');
  await expectNoViolations(staff, 'the page of a user');
  const { owned } = await callAs(page, 'GET', '/user-found-albums/me');
  expect(owned.map((held: { album: SoldAlbum }) => held.album.id)).toEqual([second.id]);

  await staff.getByRole('button', { name: 'Log out everywhere' }).click();
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(staff.getByText('Not logged in anywhere.')).toBeVisible();
  await page.goto('/MyAlbums');
  await expect(page).toHaveURL(/login/i);
});

test('a reviewer keeps, removes and restores photos with the keyboard', async ({ page, browser }) => {
  test.setTimeout(120_000);
  const person = newPerson();
  await register(page, person);
  const [album] = (await viewAlbums(page, 1)) as [SoldAlbum];
  const { id: user } = await callAs(page, 'GET', '/users/me');
  const { found } = await callAs(page, 'GET', '/user-found-albums/me');
  const { images } = await callAs(page, 'GET', `/user-found-albums/${found[0].id}/view`);
  // Somebody who follows the team hides a photo at once.
  const { program_name, team_name, division_name } = found[0].album;
  const team = { program_name, team_name, division_name };
  await callAs(page, 'POST', '/team-subscriptions/add-subscription', team);
  for (const image of images.slice(0, 2)) {
    const place = { album: album.id, event: found[0].event.id, image: image.id, user };
    await callAs(page, 'POST', '/reported-photos', { ...place, type: 'privacy', memo: `About ${image.id}` });
  }
  const imagesNow = async () => {
    const { images: seen } = await callAs(page, 'GET', `/user-found-albums/${found[0].id}/view`);
    return seen.length;
  };
  expect(await imagesNow()).toBe(images.length - 2);

  const staff = await newPageOf(browser, 'support@encore.test');
  await staff.goto(`/admin/report-photo-review?image=${images[0].id}`);
  await expect(staff.getByRole('img', { name: new RegExp(nameOf(album)) })).toBeVisible();
  await expect(staff.getByText(/h left/).first()).toBeVisible();
  await expectNoViolations(staff, 'the review of reported photos');
  await staff.keyboard.press('k');
  await expect(staff.getByText('Kept', { exact: true }).first()).toBeVisible();
  await expect(staff).toHaveURL(new RegExp(`image=${images[1].id}`));
  expect(await imagesNow()).toBe(images.length - 1);
  await staff.keyboard.press('r');
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(staff.getByText('Removed for everyone')).toBeVisible();
  await expect(staff.getByRole('alertdialog')).toHaveCount(0);
  await staff.keyboard.press('u');
  await expect(staff.getByText('Decision undone')).toBeVisible();
  await expect(staff.getByRole('region', { name: 'Photo' })).toContainText(`About ${images[1].id}`);
});

test('a super user changes the photo price, which applies at once and is in the history', async ({
  page,
}) => {
  await logIn(page, 'super@encore.test');
  await page.goto('/admin/settings');
  const price = page.getByLabel('Price of one photo, in dollars');
  await expect(price).toHaveValue('4.99');
  await price.fill('5.99');
  await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'History' })).toContainText('$5.99');
  expect((await (await page.request.get('/api/payments/settings')).json()).image_price).toBe(599);

  const code = `E2E-${randomUUID().slice(0, 8)}`.toUpperCase();
  await page.getByRole('button', { name: 'New coupon' }).click();
  const sheet = page.getByRole('dialog', { name: 'New coupon' });
  await sheet.getByLabel('Code').fill(code);
  await sheet.getByLabel('Percent').fill('15');
  await sheet.getByRole('button', { name: 'Create coupon' }).click();
  const row = page.getByRole('list', { name: 'Coupons' }).getByRole('listitem').filter({ hasText: code });
  await expect(row).toContainText('15% off');
  await row.getByRole('button', { name: /^End/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End coupon' }).click();
  await expect(row).toContainText('Ended');
  await callAs(page, 'PUT', '/settings', { image_price: 499 });
});
