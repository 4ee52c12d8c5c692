import type { LinkFacts } from '#contract/endpoints/entering.ts';
import { isLinkToken } from '#contract/rules/accounts.ts';
import { createStore, useStore } from './storage.ts';

/**
 * The outcome of the mailed link that opened the site. `asks`: somebody else is logged in. `spent`: it no longer logs
 * in. `challenged`: the account has two-step login. `failed`: the site could not be reached.
 */
export type MailLink = { token: string } & (
  | { state: 'asks'; facts: LinkFacts }
  | { state: 'spent' | 'failed' }
  | { state: 'challenged'; challenge: { challenge: string; hasPasskey: boolean; hasApp: boolean } }
);

const links = createStore<MailLink | undefined>(undefined);

export const useMailLink = () => useStore(links);
export const keepMailLink = (link: MailLink) => links.write(link);
export const dropMailLink = () => links.write(undefined);

/** The links of mails: one that logs in, one that counts a click, one that confirms an address. */
const PARAMS = ['login', 'mail', 'confirm'] as const;
type SecretParam = (typeof PARAMS)[number];
const hidden = new Map<SecretParam, string>();

/** Takes the secrets of mailed links out of the address, where they must not stay. */
export function hideSecrets(): void {
  const address = new URL(window.location.href);
  const found = PARAMS.filter((param) => address.searchParams.has(param));
  if (found.length === 0) return;
  for (const param of found) {
    hidden.set(param, address.searchParams.get(param) ?? '');
    address.searchParams.delete(param);
  }
  window.history.replaceState(window.history.state, '', address);
}

export function takeSecret(param: SecretParam): string | undefined {
  hideSecrets();
  const token = hidden.get(param);
  hidden.delete(param);
  return token !== undefined && isLinkToken(token) ? token : undefined;
}
