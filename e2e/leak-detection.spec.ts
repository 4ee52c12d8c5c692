import type { Browser, Page } from '@playwright/test';
import { generateSync } from 'otplib';
import sharp from 'sharp';
import { expectNoViolations } from './axe.ts';
import { logIn, newPage, newPageOf, newPerson, register } from './people.ts';
import { callAs, nameOf, type SoldAlbum, viewAlbums } from './purchases.ts';
import { expect, test } from './test.ts';

/** Makes a super of someone who has just registered, and returns a code of their second factor. */
async function becomeSuper(page: Page, browser: Browser): Promise<string> {
  const person = newPerson();
  await register(page, person);
  const { id } = await callAs(page, 'GET', '/users/me');
  const boss = await newPageOf(browser, 'super@encore.test');
  await callAs(boss, 'POST', `/users/${id}/role`, { role: 'super' });
  await boss.close();
  await logIn(page, person.email, person.password);
  const { secret } = await callAs(page, 'POST', '/users/me/second-factor', {});
  const code = generateSync({ secret, epoch: Math.floor(Date.now() / 1000) });
  const { recovery_codes } = await callAs(page, 'POST', '/users/me/second-factor/confirm', { code });
  return recovery_codes[0];
}

/** Fetches the copy of a preview that this customer is shown. */
async function fetchCopy(page: Page, album: SoldAlbum): Promise<Buffer> {
  const { found } = await callAs(page, 'GET', '/user-found-albums/me');
  const { images, temp_jwt } = await callAs(page, 'GET', `/user-found-albums/${found[0].id}/view`);
  const answer = await page.request.get(`/api/images/${album.uuid}/${images[0].id}.preview?auth=${temp_jwt}`);
  expect(answer.ok()).toBe(true);
  return answer.body();
}

/** A screenshot of the middle of a preview, as a messenger sends it. */
async function leak(copy: Buffer): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(copy).metadata();
  const middle = {
    left: Math.round(width * 0.1),
    top: Math.round(height * 0.1),
    width: Math.round(width * 0.8),
    height: Math.round(height * 0.8),
  };
  return sharp(copy).extract(middle).resize(900).jpeg({ quality: 60 }).toBuffer();
}

test('a cropped and recompressed copy is traced to the customer who was shown it', { tag: '@deep' }, async ({
  page,
  browser,
}) => {
  test.setTimeout(90_000);
  const [leaking, other] = [newPerson(), newPerson()];
  const otherPage = await newPage(browser);
  let album: SoldAlbum | undefined;
  for (const [person, device] of [
    [other, otherPage],
    [leaking, page],
  ] as const) {
    await register(device, person);
    [album] = await viewAlbums(device, 1);
  }
  if (!album) throw new Error('there is no album');
  await fetchCopy(otherPage, album);
  const picture = await leak(await fetchCopy(page, album));

  const staff = await newPage(browser);
  const code = await becomeSuper(staff, browser);
  await staff.goto('/admin/trace');
  await staff
    .locator('input[type=file]')
    .setInputFiles({ name: 'leak.jpg', mimeType: 'image/jpeg', buffer: picture });
  // A search of one album does not wait for the photos of the whole demo to be prepared.
  const { found } = await callAs(page, 'GET', '/user-found-albums/me');
  await staff.getByLabel('Event', { exact: true }).selectOption(String(found[0].event.id));
  await staff.getByLabel('Album', { exact: true }).selectOption(String(album.id));
  await staff.getByLabel('Reason').fill('Seen on a public page');
  await staff.getByLabel('Code from your authenticator app').fill(code);
  await staff.getByRole('button', { name: 'Find the source' }).click();
  const result = staff.getByRole('region', { name: 'Result' });
  await expect(result).toContainText('A copy of this account is in this leak.', { timeout: 45_000 });
  await expect(result).toContainText(leaking.email);
  await expect(result).not.toContainText(other.email);
  await expect(result).toContainText(nameOf(album));
  await expectNoViolations(staff, 'the result of a leak search');
});
