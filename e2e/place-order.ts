import { expect, type Page } from '@playwright/test';
import { BOUGHT_TITLE, callAs, payButton, type SoldAlbum, typeCard } from './purchases.ts';

/** Paying takes several calls to the provider, which are slow on a busy machine. */
export const PAYING_MS = 30_000;

/** Places an order for the logged-in user and returns its key. */
export async function placeOrder(page: Page, albums: readonly SoldAlbum[]): Promise<string> {
  for (const { id } of albums) await callAs(page, 'POST', '/carts/add-item', { album: id });
  const { cart } = await callAs(page, 'GET', '/users/me');
  const { data } = await callAs(page, 'POST', '/carts/checkout', { id: cart.id });
  return data.key;
}

/** Pays with a kept card and without a page, because paying has its own journeys. */
export async function payByCall(page: Page, key: string, token = 'pm_card_visa'): Promise<void> {
  const card = await callAs(page, 'POST', '/payment-sources/add-payment-method', { token });
  const { total: amount } = await callAs(page, 'GET', `/orders/${key}`);
  const paid = await callAs(page, 'POST', `/orders/${key}/pay`, { paymentMethodId: card.id, amount });
  expect(paid.status).toBe('succeeded');
}

export async function payOrder(page: Page, key: string): Promise<void> {
  await page.goto(`/checkout/${key}`);
  await typeCard(page, 'succeeds');
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: BOUGHT_TITLE })).toBeVisible({
    timeout: PAYING_MS,
  });
}
