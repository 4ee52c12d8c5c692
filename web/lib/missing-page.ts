// Whether somebody was led here from an address that leads nowhere. The next page forgets it.

import { createStore, useStore } from './storage.ts';

const store = createStore(false);

export const useIsPageMissing = () => useStore(store);
export const notePageMissing = (isMissing: boolean) => store.write(isMissing);
