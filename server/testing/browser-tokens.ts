import Fastify, { type FastifyInstance } from 'fastify';
import type { PayingApp } from './paying-app.ts';

type Entered = {
  number?: string;
  expYear?: string;
  wallet?: 'apple_pay' | 'google_pay' | 'link';
  keeps?: boolean;
};

/** Makes the tokens that the card provider's script makes in a browser. */
export async function createBrowserTokens(app: PayingApp) {
  const site: FastifyInstance = Fastify();
  await app.sandbox.mountBrowserPaths(site);
  const send = async (url: string, form: Record<string, string>): Promise<string> => {
    const answer = await site.inject({
      method: 'POST',
      url: `/sandbox/v1/${url}`,
      headers: {
        authorization: 'Bearer pk_test_paying',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams(form).toString(),
    });
    if (answer.statusCode !== 200) throw new Error(`no token was made: ${answer.body}`);
    return answer.json().id;
  };
  const cardForm = ({ number = '4242424242424242', expYear = '2040' }: Entered, prefix: string) => ({
    [`${prefix}[number]`]: number,
    [`${prefix}[exp_month]`]: '12',
    [`${prefix}[exp_year]`]: expYear,
    [`${prefix}[cvc]`]: '123',
  });
  return {
    paymentMethod: (entered: Entered = {}) =>
      send('payment_methods', { type: 'card', ...cardForm(entered, 'card') }),
    confirmationToken: (entered: Entered = {}) =>
      send('confirmation_tokens', {
        'payment_method_data[type]': 'card',
        ...cardForm(entered, 'payment_method_data[card]'),
        ...(entered.wallet ? { 'payment_method_data[card][wallet]': entered.wallet } : {}),
        ...(entered.keeps ? { setup_future_usage: 'off_session' } : {}),
      }),
  };
}
