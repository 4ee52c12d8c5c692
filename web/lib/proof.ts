import { linkToken } from '#contract/primitives.ts';
import { createStore, useStore } from './store.ts';

type ProofRequest = { settle: (isProven: boolean) => void };

const requests = createStore<ProofRequest | undefined>(undefined);
let asking: Promise<boolean> | undefined;

/** Opens the prompt for the mailed code. Calls that need the proof at the same time wait for one answer. */
export function askForProof(): Promise<boolean> {
  asking ??= new Promise((resolve) => {
    requests.write({
      settle: (isProven) => {
        asking = undefined;
        requests.write(undefined);
        resolve(isProven);
      },
    });
  });
  return asking;
}

export const useProofRequest = () => useStore(requests);

const CONFIRM_PARAM = 'confirm';
const links = createStore<string | undefined>(undefined);

export const useConfirmLink = () => useStore(links);
export const dropConfirmLink = () => links.write(undefined);

/** The link of a code's mail opens any page. Its secret leaves the address bar at once. */
export function adoptConfirmLink(): void {
  const address = new URL(window.location.href);
  const token = address.searchParams.get(CONFIRM_PARAM);
  if (token === null) return;
  address.searchParams.delete(CONFIRM_PARAM);
  window.history.replaceState(window.history.state, '', address);
  if (linkToken.safeParse(token).success) links.write(token);
}
