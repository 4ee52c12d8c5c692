import { expect, type Page } from '@playwright/test';
import { callAs, payButton, type SoldAlbum, typeCard } from './purchases.ts';

/** A card takes several calls to the provider, on a machine that may be busy. */
export const PAYING_MS = 30_000;

/** An open order of whoever is logged in; its key. */
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
  await expect(page.getByRole('heading', { name: /^(It is|They are) yours$/ })).toBeVisible({
    timeout: PAYING_MS,
  });
}
