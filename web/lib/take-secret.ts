import { linkToken } from '#contract/primitives.ts';

/** Reads the secret of a mailed link from the address, where it must not stay. */
export function takeSecret(param: string): string | undefined {
  const address = new URL(window.location.href);
  const token = address.searchParams.get(param);
  if (token === null) return undefined;
  address.searchParams.delete(param);
  window.history.replaceState(window.history.state, '', address);
  return linkToken.safeParse(token).data;
}
