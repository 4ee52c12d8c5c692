import { writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { Browser, Page } from '@playwright/test';
import { endPoolNow } from './database.ts';
import { enterByCode, newPage, newPageOf, newPerson, nextMessage, register } from './people.ts';
import { PAYING_MS, payByCall, payOrder, placeOrder } from './place-order.ts';
import { BOUGHT_TITLE, callAs, type SoldAlbum, typeCard, viewAlbums } from './purchases.ts';
import { expect, test } from './test.ts';
import { verifyByReading, verifyZip } from './verify-zip.ts';

async function buyAlbum(page: Page, album: SoldAlbum | undefined): Promise<string> {
  const key = await placeOrder(page, album ? [album] : []);
  await payByCall(page, key);
  return key;
}

async function openPool(page: Page, albums: readonly SoldAlbum[]): Promise<string> {
  const key = await placeOrder(page, albums);
  await page.goto(`/checkout/${key}`);
  await page.getByRole('switch', { name: 'Make it a group order' }).check();
  await expect(page.getByRole('heading', { name: '0 of 7 shares' })).toBeVisible();
  return key;
}

async function takeShares(page: Page, shares: number): Promise<void> {
  for (let taken = 1; taken < shares; taken += 1) {
    await page.getByRole('button', { name: 'One share more' }).click();
  }
  await typeCard(page, 'succeeds');
  const words = shares === 1 ? '1 share' : `${shares} shares`;
  await page.getByRole('button', { name: new RegExp(`^Take ${words}: \\$`) }).click();
}

/** Opens the link as a new person, who goes on with a mailed code. */
async function arriveByLink(browser: Browser, link: string, firstName: string) {
  const page = await newPage(browser);
  await page.goto(link);
  const person = { ...newPerson(), firstName };
  await enterByCode(page, person.email, 'Continue');
  await page.getByLabel(/Your first name/).fill(firstName);
  return { page, person };
}

const purchases = (page: Page) => page.getByRole('tabpanel').getByRole('article');

test('three people fill the seven shares of a pool, and all of them own the album', async ({
  page: owner,
  browser,
  baseURL,
}) => {
  test.setTimeout(150_000);
  await register(owner, { ...newPerson(), firstName: 'Olive' });
  const albums = await viewAlbums(owner, 1);
  const key = await openPool(owner, albums);
  const guest = newPerson();
  await owner.getByLabel('Invite by email').fill(guest.email);
  await owner.getByRole('button', { name: 'Invite', exact: true }).click();
  const mail = await nextMessage(owner, guest.email, new RegExp(key));
  expect(mail.text).toContain(`${baseURL}/checkout/${key}`);

  await takeShares(owner, 2);
  await expect(owner.getByRole('heading', { name: 'You have 2 shares' })).toBeVisible({ timeout: PAYING_MS });
  const second = await arriveByLink(browser, `${baseURL}/checkout/${key}`, 'Sam');
  await expect(second.page.getByRole('heading', { name: '2 of 7 shares' })).toBeVisible();
  await expect(second.page.getByRole('list', { name: 'Who’s in' })).toContainText('Olive');
  await takeShares(second.page, 3);
  await expect(second.page.getByRole('heading', { name: 'You have 3 shares' })).toBeVisible({
    timeout: PAYING_MS,
  });
  await expect(owner.getByRole('heading', { name: '5 of 7 shares' })).toBeVisible();
  await expect(owner.getByRole('list', { name: 'Who’s in' })).toContainText('Sam');

  const third = await arriveByLink(browser, `${baseURL}/checkout/${key}`, 'Tess');
  await third.page.getByRole('button', { name: /^Take all that’s left/ }).click();
  await typeCard(third.page, 'succeeds');
  await third.page.getByRole('button', { name: /^Take 2 shares: \$/ }).click();
  let paidCents = 0;
  for (const page of [owner, second.page, third.page]) {
    await expect(page.getByRole('heading', { name: BOUGHT_TITLE })).toBeVisible({ timeout: PAYING_MS });
    const receipt = await callAs(page, 'GET', `/orders/${key}/receipt`);
    paidCents += receipt.payments.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
    await expect(page.getByRole('button', { name: /^Download/ })).toBeVisible();
    await page.goto('/MyAlbums');
    await expect(purchases(page)).toHaveCount(1);
    await expect(purchases(page)).toContainText(albums[0]?.team_name ?? '');
  }
  expect(paidCents).toBe((await callAs(owner, 'GET', `/orders/${key}`)).total);
  await purchases(second.page).getByRole('link', { name: 'Receipt' }).click();
  await expect(second.page.getByText('3 shares of 7')).toBeVisible();
  await expect(second.page.getByText('You paid')).toBeVisible();
});

test('a pool that does not fill in time charges nobody', { tag: '@deep' }, async ({
  page: owner,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const person = newPerson();
  await register(owner, person);
  const key = await openPool(owner, await viewAlbums(owner, 1));
  await takeShares(owner, 1);
  await expect(owner.getByRole('heading', { name: 'You have 1 share' })).toBeVisible({ timeout: PAYING_MS });
  const other = await arriveByLink(browser, `${baseURL}/checkout/${key}`, 'Sam');
  await takeShares(other.page, 4);
  await expect(other.page.getByRole('heading', { name: '5 of 7 shares' })).toBeVisible();
  await owner.goto('/OpenOrders');
  await expect(owner.getByRole('article')).toContainText('5 of 7 shares');

  await endPoolNow(key);
  await expect(other.page.getByRole('heading', { name: 'This group order has ended' })).toBeVisible({
    timeout: PAYING_MS,
  });
  await owner.goto(`/checkout/${key}`);
  await expect(owner.getByText('Nobody was charged')).toBeVisible();
  for (const page of [owner, other.page]) {
    await page.goto('/MyAlbums');
    await expect(page.getByRole('tab', { name: 'Bought 0' })).toBeVisible();
    expect(await callAs(page, 'GET', '/orders?scope=paid')).toEqual([]);
  }
  await owner.goto('/OpenOrders');
  await expect(owner.getByText('You’re all caught up')).toBeVisible();
});

test('a member leaves the pool, and the order is canceled after a confirmation', { tag: '@deep' }, async ({
  page,
}) => {
  await register(page, newPerson());
  const key = await openPool(page, await viewAlbums(page, 2));
  await takeShares(page, 1);
  await page.getByRole('button', { name: 'Leave group order' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: '0 of 7 shares' })).toBeVisible();
  await page.goto('/OpenOrders');
  await page.getByRole('button', { name: 'Cancel group order' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep it' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: 'Cancel group order' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel group order' }).click();
  await expect(page.getByText('You’re all caught up')).toBeVisible();
  await page.goto(`/checkout/${key}`);
  await expect(page.getByRole('heading', { name: 'This group order was canceled' })).toBeVisible();
});

test('a refund by staff removes the purchase and is on the receipt', async ({ page, browser }) => {
  await register(page, newPerson());
  const [album] = await viewAlbums(page, 1);
  const key = await buyAlbum(page, album);
  await page.goto('/MyAlbums');
  await expect(purchases(page)).toHaveCount(1);

  const staff = await newPageOf(browser, 'support@encore.test');
  await callAs(staff, 'POST', `/orders/${key}/refund`, { memo: 'Wrong team, asked by phone' });
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Bought 0' })).toBeVisible();
  await page.goto(`/receipt/${key}`);
  await expect(page.getByText(/^Refund, /)).toBeVisible();
  await expect(page.getByText('Total paid').locator('xpath=..')).toContainText('$0.00');
});

type FoundOne = { album: SoldAlbum; event: { name: string; event_pricings: { share_price: number }[] } };

/** Finds two albums of different teams that cost the same. */
async function foundOfOnePrice(page: Page): Promise<SoldAlbum[]> {
  const { found }: { found: FoundOne[] } = await callAs(page, 'GET', '/user-found-albums/me');
  const priceOf = ({ event }: FoundOne) => event.event_pricings[0]?.share_price;
  for (const one of found) {
    const other = found.find(
      (it) => priceOf(it) === priceOf(one) && labelOf(it.album) !== labelOf(one.album),
    );
    if (other) return [one.album, other.album];
  }
  throw new Error('no two albums cost the same');
}

const labelOf = (album: SoldAlbum | undefined) => `${album?.program_name} ${album?.team_name}`.trim();

test('an album can be swapped once for another of the same price', async ({ page }) => {
  await register(page, newPerson());
  await viewAlbums(page, 12);
  const [wrong, right] = await foundOfOnePrice(page);
  await buyAlbum(page, wrong);
  await page.goto('/MyAlbums');
  await page.getByRole('button', { name: 'Swap this album' }).click();
  const sheet = page.getByRole('dialog', { name: 'Swap this album' });
  await sheet.getByRole('radio', { name: labelOf(right) }).check();
  await sheet.getByRole('button', { name: /^Swap for/ }).click();
  await expect(sheet).toBeHidden();
  const { albums } = await callAs(page, 'GET', '/user-album-downloads/me');
  expect(albums.map(({ album }: { album: { id: number } }) => album.id)).toEqual([right?.id]);
  await expect(purchases(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Swap this album' })).toBeHidden();
});

/** Fetches a file and drops the connection after the given number of bytes. */
function fetchPart(url: string, headers: Record<string, string>, atMost = Number.POSITIVE_INFINITY) {
  return new Promise<{ answer: IncomingMessage; bytes: Buffer }>((resolve, reject) => {
    const request = get(url, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      let received = 0;
      const finish = () => resolve({ answer, bytes: Buffer.concat(chunks) });
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        received += chunk.length;
        if (received >= atMost) {
          answer.removeAllListeners('error').on('error', () => {});
          request.destroy();
          finish();
        }
      });
      answer.on('end', finish);
      answer.on('error', reject);
    });
    request.on('error', (error) => atMost === Number.POSITIVE_INFINITY && reject(error));
  });
}

test('a zip downloads in the browser, and an interrupted download resumes to a whole zip', async ({
  page,
  baseURL,
}, testInfo) => {
  test.setTimeout(90_000);
  await register(page, newPerson());
  await payOrder(page, await placeOrder(page, await viewAlbums(page, 1)));
  await page.goto('/MyAlbums');
  const card = purchases(page).first();
  await expect(card).toContainText('0 of 15 downloads used');
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 30_000 }),
    card.getByRole('button', { name: 'Download zip' }).click(),
  ]);
  const saved = testInfo.outputPath('whole.zip');
  await download.saveAs(saved);
  const { albums } = await callAs(page, 'GET', '/user-album-downloads/me');
  expect(verifyZip(saved).files).toBe(albums[0].photos);
  await expect(card).toContainText('1 of 15 downloads used', { timeout: 15_000 });

  const { url, size_bytes } = await callAs(page, 'GET', `/user-album-downloads/download/${albums[0].id}`);
  const address = new URL(url, baseURL).href;
  const first = await fetchPart(address, {}, Math.floor(size_bytes / 3));
  expect(first.answer.headers['content-length']).toBe(String(size_bytes));
  expect(first.bytes.length).toBeLessThan(size_bytes);
  const rest = await fetchPart(address, {
    range: `bytes=${first.bytes.length}-`,
    'if-range': first.answer.headers.etag ?? '',
  });
  expect(rest.answer.statusCode).toBe(206);
  const resumed = testInfo.outputPath('resumed.zip');
  const bytes = Buffer.concat([first.bytes, rest.bytes]);
  expect(bytes).toHaveLength(size_bytes);
  writeFileSync(resumed, bytes);
  expect(verifyZip(resumed).files).toBe(albums[0].photos);
  expect(verifyByReading(bytes)).toBe(albums[0].photos);
  await page.reload();
  await expect(card).toContainText('2 of 15 downloads used');
});
