import type { Call } from './call.ts';

type Asked = { returnUrl: string | null; usesScript: boolean };

/** Stripe.js reads the bank's address from `use_stripe_sdk`; without the script the shop redirects the buyer itself. */
export function askBank(call: Call, intentId: string, { returnUrl, usesScript }: Asked, attempt: string) {
  const url = `${call.browserUrl}/3ds/${intentId}/${attempt}`;
  return usesScript
    ? ({
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
      } as const)
    : ({ type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } } as const);
}
