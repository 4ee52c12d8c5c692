import { newPerson, nextMessage, register } from './people.ts';
import { BOUGHT_TITLE, callAs, payButton, typeCard, viewAlbums } from './purchases.ts';
import { expect as expectSoon, test } from './test.ts';

// Each journey is a whole purchase, which is slow on a busy machine.
test.describe.configure({ timeout: 180_000 });
const expect = expectSoon.configure({ timeout: 30_000 });

test('a new card buys an album, and the receipt comes by mail', async ({ page }) => {
  const person = newPerson();
  await register(page, person);
  const [album] = await viewAlbums(page, 1);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) sent.push(request.postData() ?? '');
  });
  await page.goto(`/purchaseAlbum/${album?.uuid}`);
  await typeCard(page, 'succeeds');
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: BOUGHT_TITLE })).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  expect(sent.join()).not.toContain('4242424242424242');

  await page.reload();
  await expect(page.getByRole('heading', { name: BOUGHT_TITLE })).toBeVisible();
  await page.goto(`/purchaseAlbum/${album?.uuid}`);
  await expect(page.getByText('Already Purchased')).toBeVisible();
  await nextMessage(page, person.email, /receipt/i);
});

test('a saved card buys one photo, which can be downloaded and is deducted from the album price', async ({
  page,
}) => {
  await register(page, newPerson());
  const [album] = await viewAlbums(page, 1);
  await page.goto('/AddPaymentMethod');
  await typeCard(page, 'succeeds');
  await page.getByRole('button', { name: 'Add card' }).click();
  await expect(page.getByText('Visa ending in 4242')).toBeVisible();

  await page.goto(`/user-album/${album?.id}`);
  await page.getByRole('button', { name: 'View Album' }).click();
  await page.getByLabel(/^Photo 2 of/).click();
  // The preview lies exactly on the thumbnail that was there first.
  const pictures = page.locator('.yarl__slide_current img');
  await expect(pictures).toHaveCount(2);
  await expect
    .poll(() =>
      pictures.evaluateAll((all) => {
        const heights = all.map((picture) => picture.getBoundingClientRect().height);
        return Math.max(...heights) - Math.min(...heights);
      }),
    )
    .toBeLessThan(1);
  await page.getByRole('button', { name: /^Buy this photo/ }).click();
  await expect(page.getByText('Visa ending in 4242')).toBeVisible();
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: BOUGHT_TITLE })).toBeVisible();

  await page.goto(`/user-album/${album?.id}`);
  await page.getByLabel(/^Photo 2 of/).click();
  await expect(page.getByText('Yours', { exact: true }).first()).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(await download.failure()).toBeNull();
  await page.goto(`/purchaseAlbum/${album?.uuid}`);
  await expect(page.getByText('Photos you already bought', { exact: true })).toBeVisible();
});

test('closing the 3-D Secure window charges nothing, and completing it later pays', async ({ page }) => {
  await register(page, newPerson());
  const [album] = await viewAlbums(page, 1);
  await page.goto(`/purchaseAlbum/${album?.uuid}`);
  await typeCard(page, 'bankAsks');
  await payButton(page).click();
  const bank = page.getByRole('dialog', { name: 'Confirm with your bank' });
  await bank.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Your bank hasn’t confirmed this payment yet')).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: 'Continue with your bank' }).click();
  await bank.frameLocator('iframe').getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByRole('heading', { name: BOUGHT_TITLE })).toBeVisible();
});

test('a failed 3-D Secure check is reported, and another card pays', { tag: '@deep' }, async ({ page }) => {
  await register(page, newPerson());
  const [album] = await viewAlbums(page, 1);
  await page.goto(`/purchaseAlbum/${album?.uuid}`);
  await typeCard(page, 'bankAsks');
  await payButton(page).click();
  await page.frameLocator('iframe').getByRole('button', { name: 'Fail authentication' }).click();
  await expect(page.getByRole('alert')).toContainText('Your bank couldn’t confirm this payment');
  await typeCard(page, 'succeeds');
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: BOUGHT_TITLE })).toBeVisible();
});

test('a declined card keeps its number in the form, and the next card pays once', async ({ page }) => {
  await register(page, newPerson());
  const [album] = await viewAlbums(page, 1);
  await page.goto(`/purchaseAlbum/${album?.uuid}`);
  await typeCard(page, 'declined');
  await payButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Your card was declined');
  await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002');
  await typeCard(page, 'declinedLater');
  await payButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Your card was declined');
  await typeCard(page, 'succeeds');
  await payButton(page).dblclick();
  await expect(page.getByRole('heading', { name: BOUGHT_TITLE })).toBeVisible();
  const paid = await callAs(page, 'GET', '/orders?scope=paid');
  expect(paid).toHaveLength(1);
});

test('a removed cart item can be restored before checkout', { tag: '@deep' }, async ({ page }) => {
  await register(page, newPerson());
  const albums = await viewAlbums(page, 3);
  await page.goto('/');
  await page.getByRole('button', { name: /Shopping cart/ }).click();
  await expect(page.getByText('Your cart is empty!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeDisabled();
  for (const { uuid } of albums) {
    await page.goto(`/purchaseAlbum/${uuid}`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await expect(page.getByRole('dialog', { name: 'Your Shopping Cart' })).toBeVisible();
  }
  const cart = page.getByRole('dialog', { name: 'Your Shopping Cart' });
  await expect(cart.getByText('Digital Performance Album')).toHaveCount(3);
  await cart
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await expect(cart.getByText('Digital Performance Album')).toHaveCount(2);
  await cart.getByRole('button', { name: 'Undo' }).click();
  await expect(cart.getByText('Digital Performance Album')).toHaveCount(3);
  await cart.getByRole('button', { name: 'Checkout' }).click();
  await expect(page).toHaveURL(/\/checkout\/[\w-]{16,}$/);
  await expect(cart).toBeHidden();
  await expect(page.getByText('Digital Performance Album')).toHaveCount(3);
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeFocused();
  await page.getByRole('button', { name: 'Shopping cart, 0 items' }).click();
  await expect(cart.getByRole('link', { name: 'Finish your order' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('switch', { name: 'Make it a group order' }).check();
  await expect(page.getByRole('heading', { level: 1, name: 'Group order' })).toBeFocused();
});
