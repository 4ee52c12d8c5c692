import { isLinkToken } from '#contract/rules/accounts.ts';

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
