import type { Page } from '@playwright/test';
import { DESK, expectAccessible, PHONE } from './axe.ts';
import { endUndoNow } from './database.ts';
import {
  enterByCode,
  logIn,
  newPage,
  newPageOf,
  newPerson,
  nextMessage,
  type OutboxMessage,
  type Person,
  register,
} from './people.ts';
import { callAs } from './purchases.ts';
import { expect, test } from './test.ts';

type Found = { id: number; album: { id: number; team_name: string }; event: { id: number } };

/** Returns the path of an address in a mail. */
function addressIn({ text }: OutboxMessage, matching: RegExp): string {
  const address = matching.exec(text)?.[0];
  expect(address, `an address that matches ${matching}`).toBeTruthy();
  const { pathname, search } = new URL(address as string);
  return pathname + search;
}

// Each journey uses two or three browser contexts.
test.setTimeout(180_000);

const INVITATION = /https?:\/\/\S+\/view-album\/\S+\?invite=\S+/;
const UNSUBSCRIBE = /https?:\/\/\S+\/unsubscribe\?action=\S+/;

async function openShareSheet(page: Page): Promise<Found> {
  const { found }: { found: Found[] } = await callAs(page, 'GET', '/user-found-albums/me');
  const [album] = found;
  if (!album) throw new Error('the demo parent has no albums');
  await page.goto(`/events/${album.event.id}/album/${album.album.id}`);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('dialog', { name: 'Invite another parent' })).toBeVisible();
  return album;
}

async function invite(page: Page, email: string): Promise<void> {
  await page.getByLabel('Invite by email').fill(email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Invited' })).toContainText(email);
}

test('a person invited by mail enters with a code and opens the album', async ({ page, browser }) => {
  const guest = newPerson();
  await logIn(page, 'parent@encore.test');
  const shared = await openShareSheet(page);
  await invite(page, guest.email);

  const mail = await nextMessage(page, guest.email, /shared photos/);
  const guestPage = await newPage(browser);
  await guestPage.goto(`/view-album/${shared.album.id}`);
  await expect(guestPage.getByRole('heading', { level: 1 })).toContainText(shared.album.team_name);
  await expect(guestPage.getByRole('main').locator('img')).toHaveCount(0);
  await guestPage.goto(addressIn(mail, INVITATION));
  await expect(guestPage.getByText(/invited you to this album/)).toBeVisible();
  await enterByCode(guestPage, guest.email, 'See the photos');
  await expect(guestPage).toHaveURL(new RegExp(`/album/${shared.album.id}$`));
  await expect(guestPage.getByRole('button', { name: 'View Album' })).toBeVisible();
  await guestPage.goto('/');
  await expect(guestPage.getByRole('article').first()).toContainText(shared.album.team_name);
  await expect(guestPage.getByRole('article').first()).toContainText('0 of 10');

  await page.reload();
  await page.getByRole('button', { name: 'Share' }).click();
  const joined = page.getByRole('listitem').filter({ hasText: guest.email });
  await expect(joined).toContainText('Opened');
});

test('a withdrawn invitation no longer opens the album', { tag: '@deep' }, async ({ page, browser }) => {
  const guest = newPerson();
  await logIn(page, 'parent@encore.test');
  await openShareSheet(page);
  await invite(page, guest.email);
  const mail = await nextMessage(page, guest.email, /shared photos/);
  await page.getByRole('button', { name: `Cancel the invitation to ${guest.email}` }).click();
  await expect(page.getByRole('listitem').filter({ hasText: guest.email })).toHaveCount(0);

  const guestPage = await newPage(browser);
  await guestPage.goto(addressIn(mail, INVITATION));
  await expect(guestPage.getByText('This invitation no longer works.')).toBeVisible();
  await expect(guestPage.getByRole('heading', { name: 'Continue by email' })).toBeVisible();
});

/** Reports a photo as a new customer and settles it as staff, which sends a mail to unsubscribe from. */
async function getMail(page: Page, staff: Page): Promise<{ person: Person; mail: OutboxMessage }> {
  const person = newPerson();
  await register(page, person);
  const { id: user } = await callAs(page, 'GET', '/users/me');
  const { albums }: { albums: { id: number; images_count: number; events: { id: number }[] }[] } =
    await callAs(page, 'GET', '/albums/search?q=northshore');
  const album = albums.find((one) => one.images_count > 0);
  const place = { album: album?.id, event: album?.events[0]?.id };
  const found: Found = await callAs(page, 'POST', '/user-found-albums', place);
  const { images } = await callAs(page, 'GET', `/user-found-albums/${found.id}/view`);
  const image: number = images[0].id;
  await callAs(page, 'POST', '/reported-photos', { ...place, image, user, type: 'quality', memo: 'blurred' });
  await callAs(staff, 'POST', '/reported-photos/ack', { image, removed: false });
  await endUndoNow(image);
  return { person, mail: await nextMessage(page, person.email, /photo you reported/) };
}

const wantsReports = async (page: Page) => {
  const { id } = await callAs(page, 'GET', '/users/me');
  const { settings } = await callAs(page, 'GET', `/users/get-settings/${id}`);
  return settings.report_handled.email;
};

test('the unsubscribe link works without a login and only after a confirmation', { tag: '@deep' }, async ({
  page,
  browser,
}) => {
  const staff = await newPageOf(browser, 'support@encore.test');
  const { mail } = await getMail(page, staff);
  const reader = await newPage(browser);
  await reader.goto(addressIn(mail, UNSUBSCRIBE));
  const stop = reader.getByRole('button', { name: 'Stop these emails' });
  await expect(stop).toBeVisible();
  expect(await wantsReports(page)).toBe(true);
  await stop.click();
  await expect(reader.getByRole('status')).toContainText('No more emails about “Photos you reported”');
  expect(await wantsReports(page)).toBe(false);
  await page.goto('/user-profile#notifications');
  await expect(page.getByRole('switch', { name: 'Photos you reported: Email' })).not.toBeChecked();
});

test('one-click unsubscribe works from the mail program, and opening its address shows the page', {
  tag: '@deep',
}, async ({ page, browser }) => {
  const staff = await newPageOf(browser, 'support@encore.test');
  const { mail } = await getMail(page, staff);
  const action = new URLSearchParams(addressIn(mail, UNSUBSCRIBE).split('?')[1]).get('action');
  const address = `/api/unsubscribe/one-click/${action}`;
  const reader = await newPage(browser);
  await reader.goto(address);
  await expect(reader.getByRole('button', { name: 'Stop these emails' })).toBeVisible();
  expect(await wantsReports(page)).toBe(true);
  const answer = await reader.request.post(address, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(answer.status()).toBe(200);
  expect(await wantsReports(page)).toBe(false);
});

async function expectAccessibleAtEachSize(page: Page): Promise<void> {
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
}

test('sharing, being invited and unsubscribing have no accessibility violations', { tag: '@deep' }, async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const guest = newPerson();
  await logIn(page, 'parent2@encore.test');
  await openShareSheet(page);
  await invite(page, guest.email);
  await page.getByRole('button', { name: 'QR code' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'We emailed' })).toHaveCount(0);
  await expectAccessibleAtEachSize(page);
  const mail = await nextMessage(page, guest.email, /shared photos/);
  const guestPage = await newPage(browser);
  await guestPage.goto(addressIn(mail, INVITATION));
  await guestPage.getByText(/invited you to this album/).waitFor();
  await expectAccessibleAtEachSize(guestPage);
  await guestPage.goto(addressIn(mail, UNSUBSCRIBE));
  await guestPage.getByRole('button', { name: 'Stop invitations' }).waitFor();
  await expectAccessibleAtEachSize(guestPage);
});
