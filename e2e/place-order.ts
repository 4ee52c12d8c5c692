import { expect, type Page } from '@playwright/test';
import { callAs, payButton, type SoldAlbum, typeCard } from './purchases.ts';

/** Paying takes several calls to the provider, which are slow on a busy machine. */
export const PAYING_MS = 30_000;

/** Places an order for the logged-in user and returns its key. */
export async function placeOrder(page: Page, albums: readonly SoldAlbum[]): Promise<string> {
  for (const { id } of albums) await callAs(page, 'POST', '/carts/add-item', { album: id });
  const { cart } = await callAs(page, 'GET', '/users/me');
  const { data } = await callAs(page, 'POST', '/carts/checkout', { id: cart.id });
  return data.key;
}

export async function payOrder(page: Page, key: string): Promise<void> {
  await page.goto(`/checkout/${key}`);
  await typeCard(page, 'succeeds');
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: /^(It’s|They’re) yours$/ })).toBeVisible({
    timeout: PAYING_MS,
  });
}
