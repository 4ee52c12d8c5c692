import type { LinkFacts } from '#contract/endpoints/entering.ts';
import { createStore, useStore } from './storage.ts';

/**
 * What became of the link in a mail that opened the site. `asks`: somebody else is logged in. `spent`: it no longer logs
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
