import type { Page } from '@playwright/test';
import { newPerson, register } from './people.ts';
import { payButton, viewAlbums } from './purchases.ts';
import { expect as expectSoon, test } from './test.ts';

// These journeys serve a stub of the provider's script from the provider's address.
test.use({ bypassCSP: true });
test.describe.configure({ timeout: 180_000 });
const expect = expectSoon.configure({ timeout: 30_000 });

const SETTINGS = { mode: 'test', publishable_key: 'pk_test_stub', currency: 'usd', image_price: 499 };

/** The stub has the functions that the real component calls, and uses the sandbox for cards and intents. */
const SCRIPT = `
const ask = (method, path, form) =>
  fetch('/sandbox' + path + (method === 'GET' ? '?' + new URLSearchParams(form) : ''), {
    method,
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: method === 'GET' ? undefined : new URLSearchParams(form),
  });
window.Stripe = (key) => {
  window.providerCalls = [['key', key]];
  const say = (...call) => window.providerCalls.push(call);
  return {
    _registerWrapper() {},
    registerAppInfo() {},
    createToken() {},
    confirmCardPayment() {},
    elements(options) {
      say('elements', options.mode, options.amount ?? null, options.paymentMethodCreation);
      return {
        update(changes) { say('update', changes.amount ?? null); },
        submit: async () => {
          const number = document.querySelector('#provider-number').value;
          return number ? { selectedPaymentMethod: 'card' }
            : { error: { type: 'validation_error', message: 'incomplete' } };
        },
        getElement: () => null,
        create(type) {
          say('create', type);
          const listeners = {};
          return {
            on(name, listener) { listeners[name] = listener; },
            off() {}, once() {}, update() {}, destroy() {}, unmount() {},
            mount(parent) {
              const field = document.createElement('input');
              field.id = 'provider-number';
              field.setAttribute('aria-label', "Provider's card number");
              parent.append(field);
              listeners.ready?.({ elementType: type });
            },
          };
        },
      };
    },
    async createPaymentMethod() {
      const number = document.querySelector('#provider-number').value;
      const form = { type: 'card', 'card[number]': number, 'card[exp_month]': '12', 'card[exp_year]': '2040', 'card[cvc]': '123' };
      const body = await (await ask('POST', '/v1/payment_methods', form)).json();
      return body.error ? { error: body.error } : { paymentMethod: body };
    },
    async handleNextAction({ clientSecret }) {
      say('handleNextAction');
      const id = clientSecret.split('_secret_')[0];
      const intent = await (await ask('GET', '/v1/payment_intents/' + id, { client_secret: clientSecret })).json();
      const page = new URL(intent.next_action.redirect_to_url.url).pathname;
      await fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: window.bankOutcome ?? 'complete' }) });
      return { paymentIntent: intent };
    },
  };
};`;

async function useProvider(page: Page): Promise<string[]> {
  const fetched: string[] = [];
  await page.route('**/api/payments/settings', (route) => route.fulfill({ json: SETTINGS }));
  await page.route('https://js.stripe.com/**', (route) => {
    fetched.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: SCRIPT });
  });
  return fetched;
}

async function openPayment(page: Page): Promise<void> {
  const [album] = await viewAlbums(page, 1);
  await page.goto(`/purchaseAlbum/${album?.uuid}`);
  await page.getByRole('button', { name: /^Buy now/ }).click();
}

test("the provider's fields take the card, its window asks the bank, and the server confirms the payment", async ({
  page,
}) => {
  await register(page, newPerson());
  const fetched = await useProvider(page);
  await page.goto('/');
  await expect(page.getByText(/^Test mode: no real cards/)).toBeVisible();
  expect(fetched, 'no script where no card is needed').toEqual([]);
  await openPayment(page);
  const number = page.getByLabel("Provider's card number");
  await payButton(page).click();
  await expect(number).toBeVisible();
  expect(fetched).toHaveLength(1);

  await number.fill('4000000000003220');
  await page.evaluate("window.bankOutcome = 'fail'");
  await payButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Your bank could not verify this payment');

  await page.evaluate("window.bankOutcome = 'complete'");
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'The album is yours' })).toBeVisible();
  const calls = await page.evaluate<unknown[][]>('window.providerCalls');
  expect(calls[0]).toEqual(['key', 'pk_test_stub']);
  expect(calls).toContainEqual(['elements', 'payment', expect.any(Number), 'manual']);
  expect(calls.filter(([name]) => name === 'handleNextAction')).toHaveLength(2);
});

test('a script that fails to load shows a message and can be tried again', async ({ page }) => {
  await register(page, newPerson());
  await useProvider(page);
  // The provider's loader tries twice by itself.
  await page.route('https://js.stripe.com/**', (route) => route.abort(), { times: 2 });
  await page.goto('/AddPaymentMethod');
  await expect(page.getByText('The card form could not be loaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel("Provider's card number").fill('4242424242424242');
  await page.getByRole('button', { name: 'Add card' }).click();
  await expect(page.getByText('Visa ending in 4242')).toBeVisible();
});
