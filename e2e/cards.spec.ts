import type { Page } from '@playwright/test';
import { newPerson, register } from './people.ts';
import { callsOf, choose, type ProviderChoices, useProvider } from './provider-script.ts';
import { BOUGHT_TITLE, callAs, payButton, viewAlbums } from './purchases.ts';
import { expect as expectSoon, test } from './test.ts';

// These journeys serve a stub of the provider's script from the provider's address.
test.use({ bypassCSP: true });
test.describe.configure({ timeout: 180_000 });
const expect = expectSoon.configure({ timeout: 30_000 });

const ASKS_BANK = '4000000000003220';
const SUCCEEDS = '4242424242424242';
const number = (page: Page) => page.getByLabel("Provider's card number");
const wallet = (page: Page) => page.getByRole('button', { name: "Provider's wallet" });
const isYours = (page: Page) => page.getByRole('heading', { name: BOUGHT_TITLE });
const bought = async (page: Page) => (await callAs(page, 'GET', '/orders?scope=paid')).length;

async function openPayment(page: Page, choices: ProviderChoices = {}): Promise<void> {
  await register(page, newPerson());
  await useProvider(page, choices);
  const [album] = await viewAlbums(page, 1);
  await page.goto(`/purchaseAlbum/${album?.uuid}`);
  await expect(number(page)).toBeVisible();
}

test("the provider's fields pay, and the card is kept only because the box was ticked", async ({ page }) => {
  await openPayment(page);
  await payButton(page).click();
  expect(await callsOf(page), 'an empty field makes no token').not.toContainEqual([
    'createConfirmationToken',
    null,
  ]);
  await number(page).fill(SUCCEEDS);
  const box = page.getByRole('checkbox', { name: /^Keep this card for next time/ });
  await expect(box).not.toBeChecked();
  await box.check();
  await payButton(page).click();
  await expect(isYours(page)).toBeVisible();
  const calls = await callsOf(page);
  expect(calls).toContainEqual(['elements', 'payment', expect.any(Number), 'automatic']);
  expect(calls).toContainEqual(['createConfirmationToken', 'off_session']);

  await page.goto('/AddPaymentMethod');
  await expect(page.getByText('Visa ending in 4242')).toBeVisible();
  await page.getByText(/^Saved with your OK on/).click();
  await expect(page.getByText('It is charged only when you press a pay button').first()).toBeVisible();
  await page.getByRole('button', { name: 'Remove Visa ending in 4242' }).click();
  await page.getByRole('button', { name: 'Remove card' }).click();
  await expect(page.getByText('No cards yet')).toBeVisible();
});

test('a decline is said in a sentence, and another card pays without being kept', { tag: '@deep' }, async ({
  page,
}) => {
  await openPayment(page);
  await number(page).fill('4000000000009995');
  await payButton(page).click();
  await expect(page.getByRole('alert')).toContainText('have enough funds');
  await number(page).fill(SUCCEEDS);
  await payButton(page).dblclick();
  await expect(isYours(page)).toBeVisible();
  expect(await bought(page)).toBe(1);
  expect((await callAs(page, 'GET', '/users/me')).payment_sources).toEqual([]);
});

test("the bank asks in the provider's window: a refusal is reported, and a second try pays", {
  tag: '@deep',
}, async ({ page }) => {
  await openPayment(page, { bank: 'fail' });
  await number(page).fill(ASKS_BANK);
  await payButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Your bank couldn’t confirm this payment');
  await choose(page, { bank: 'complete' });
  await payButton(page).click();
  await expect(isYours(page)).toBeVisible();
  expect((await callsOf(page)).filter(([name]) => name === 'handleNextAction')).toHaveLength(2);
});

test('the bank asks on its own page and sends the buyer back to what they bought', { tag: '@deep' }, async ({
  page,
}) => {
  await openPayment(page, { bank: 'redirect' });
  await number(page).fill(ASKS_BANK);
  await payButton(page).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByRole('heading', { name: BOUGHT_TITLE })).toBeVisible();
  await expect(page, 'the secret does not stay in the address').not.toHaveURL(/secret/);
  expect(await bought(page)).toBe(1);
});

test('a buyer who leaves the bank comes back later, and pays once', { tag: '@deep' }, async ({ page }) => {
  await openPayment(page, { bank: 'close' });
  await number(page).fill(ASKS_BANK);
  await payButton(page).click();
  await expect(page.getByText('Your bank hasn’t confirmed this payment yet')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Continue with your bank' })).toBeVisible();
  await choose(page, { bank: 'complete' });
  await page.getByRole('button', { name: 'Continue with your bank' }).click();
  await expect(isYours(page)).toBeVisible();
  expect(await bought(page)).toBe(1);
});

test('a wallet above the form pays; closed, it charges nothing; declined, it is told so', {
  tag: '@deep',
}, async ({ page }) => {
  await openPayment(page, { walletCloses: true });
  await wallet(page).click();
  await expect(page.getByText('You closed the wallet. Nothing was charged.')).toBeVisible();
  await choose(page, { walletCloses: false, walletNumber: '4000000000000002' });
  await wallet(page).click();
  await expect(page.getByRole('alert')).toContainText('Your card was declined');
  expect(await callsOf(page)).toContainEqual(['paymentFailed', 'fail']);
  await choose(page, { walletNumber: SUCCEEDS });
  await wallet(page).click();
  await expect(isYours(page)).toBeVisible();
  expect((await callAs(page, 'GET', '/users/me')).payment_sources).toEqual([]);
});

test('a card that is added on its page is confirmed with the bank, there and back', { tag: '@deep' }, async ({
  page,
}) => {
  await register(page, newPerson());
  await useProvider(page, { bank: 'redirect' });
  await page.goto('/AddPaymentMethod');
  await number(page).fill(ASKS_BANK);
  await page.getByRole('button', { name: 'Add card' }).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByText('Visa ending in 3220')).toBeVisible();
  await expect(page).toHaveURL(/\/AddPaymentMethod$/);
});

test('a script that is blocked or slow shows a message and can be tried again', { tag: '@deep' }, async ({
  page,
}) => {
  await register(page, newPerson());
  const fetched = await useProvider(page);
  await page.goto('/');
  await expect(page.getByText(/^Test mode: no real charges/)).toBeVisible();
  expect(fetched, 'no script where no card is needed').toEqual([]);
  // The provider's loader tries twice by itself.
  await page.route('https://js.stripe.com/**', (route) => route.abort(), { times: 2 });
  await page.goto('/AddPaymentMethod');
  await expect(page.getByText('We couldn’t load the card form.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(number(page)).toBeVisible();

  const { promise: held, resolve: deliver } = Promise.withResolvers<void>();
  await page.route('https://js.stripe.com/**', async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto('/AddPaymentMethod');
  await expect(page.getByText('We couldn’t load the card form.')).toBeVisible();
  deliver();
  await page.getByRole('button', { name: 'Try again' }).click();
  await number(page).fill(SUCCEEDS);
  await page.getByRole('button', { name: 'Add card' }).click();
  await expect(page.getByText('Visa ending in 4242')).toBeVisible();
});
