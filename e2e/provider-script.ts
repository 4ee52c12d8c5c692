import type { Page } from '@playwright/test';

const SETTINGS = { mode: 'test', publishable_key: 'pk_test_stub', currency: 'usd', image_price: 499 };

/**
 * Stands in for the card provider's script. It has the functions that the real components call, takes its cards from
 * the sandbox, and writes every call to `window.providerCalls`. Tests steer it by `window.provider`.
 */
const SCRIPT = `
window.provider = Object.assign({ bank: 'complete', walletCloses: false }, window.provider);
window.providerCalls = [];
const say = (...call) => window.providerCalls.push(call);
const ask = async (method, path, form) => {
  const answer = await fetch('/sandbox/v1/' + path + (method === 'GET' ? '?' + new URLSearchParams(form) : ''), {
    method,
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: method === 'GET' ? undefined : new URLSearchParams(form),
  });
  return answer.json();
};
const elementOf = (group, type) => {
  const listeners = {};
  return {
    on(name, listener) { listeners[name] = listener; },
    off() {}, once() {}, update() {}, destroy() {}, unmount() {},
    mount(parent) {
      if (type === 'payment') {
        const field = document.createElement('input');
        field.setAttribute('aria-label', "Provider's card number");
        parent.append(field);
        group.readNumber = () => field.value;
        setTimeout(() => listeners.ready?.({ elementType: type }), 20);
        return;
      }
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = "Provider's wallet";
      button.onclick = () => {
        group.readNumber = () => window.provider.walletNumber ?? '4242424242424242';
        group.wallet = 'apple_pay';
        if (window.provider.walletCloses) return listeners.cancel?.({ elementType: type });
        listeners.confirm?.({
          expressPaymentType: 'apple_pay',
          paymentFailed: (why) => say('paymentFailed', why.reason),
        });
      };
      parent.append(button);
      const offered = { elementType: type, availablePaymentMethods: { applePay: true, link: true } };
      setTimeout(() => listeners.ready?.(offered), 20);
    },
  };
};
window.Stripe = (key) => {
  say('key', key);
  return {
    _registerWrapper() {},
    registerAppInfo() {},
    createToken() {},
    createPaymentMethod() {},
    confirmCardPayment() {},
    elements(options) {
      say('elements', options.mode, options.amount ?? null, options.captureMethod ?? null);
      const group = { options: { ...options }, readNumber: () => '', wallet: undefined };
      return {
        group,
        update(changes) { Object.assign(group.options, changes); },
        submit: async () => group.readNumber()
          ? { selectedPaymentMethod: 'card' }
          : { error: { type: 'validation_error', message: 'incomplete' } },
        getElement: () => null,
        create: (type) => { say('create', type); return elementOf(group, type); },
      };
    },
    async createConfirmationToken({ elements: { group }, params }) {
      say('createConfirmationToken', group.options.setupFutureUsage ?? null);
      const card = 'payment_method_data[card]';
      const body = await ask('POST', 'confirmation_tokens', {
        'payment_method_data[type]': 'card',
        [card + '[number]']: group.readNumber(),
        [card + '[exp_month]']: '12',
        [card + '[exp_year]']: '2040',
        [card + '[cvc]']: '123',
        ...(group.wallet ? { [card + '[wallet]']: group.wallet } : {}),
        ...(group.options.setupFutureUsage ? { setup_future_usage: group.options.setupFutureUsage } : {}),
        return_url: params.return_url,
      });
      return body.error ? { error: body.error } : { confirmationToken: body };
    },
    async handleNextAction({ clientSecret }) {
      say('handleNextAction');
      const id = clientSecret.split('_secret_')[0];
      const kind = id.startsWith('seti_') ? 'setup_intents/' : 'payment_intents/';
      const intent = await ask('GET', kind + id, { client_secret: clientSecret });
      const next = intent.next_action;
      const page = new URL(next.redirect_to_url?.url ?? next.use_stripe_sdk.stripe_js).pathname;
      if (window.provider.bank === 'redirect') {
        location.assign(page);
        return new Promise(() => {});
      }
      if (window.provider.bank === 'close') return { error: { type: 'invalid_request_error', message: 'closed' } };
      await fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: window.provider.bank }) });
      return { paymentIntent: intent };
    },
  };
};`;

export type ProviderChoices = {
  bank?: 'complete' | 'fail' | 'close' | 'redirect';
  walletCloses?: boolean;
  walletNumber?: string;
};

/** Serves the script at the provider's address, and returns a list of the times it was fetched. */
export async function useProvider(page: Page, choices: ProviderChoices = {}): Promise<string[]> {
  const fetched: string[] = [];
  await page.addInitScript(`window.provider = ${JSON.stringify(choices)}`);
  await page.route('**/api/payments/settings', (route) => route.fulfill({ json: SETTINGS }));
  await page.route('https://js.stripe.com/**', (route) => {
    fetched.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: SCRIPT });
  });
  return fetched;
}

export function choose(page: Page, choices: ProviderChoices): Promise<void> {
  return page.evaluate(`Object.assign(window.provider, ${JSON.stringify(choices)}); undefined`);
}

export function callsOf(page: Page): Promise<unknown[][]> {
  return page.evaluate<unknown[][]>('window.providerCalls');
}
