import { createStore, useStore } from './store.ts';
import { takeSecret } from './take-secret.ts';

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

/** The link of a code's mail opens any page. */
export function adoptConfirmLink(): void {
  const token = takeSecret(CONFIRM_PARAM);
  if (token !== undefined) links.write(token);
}
