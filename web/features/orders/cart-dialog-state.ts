import { createStore, useStore } from '#web/lib/storage.ts';

const store = createStore(false);

export const useIsCartOpen = () => useStore(store);
export const openCart = () => store.write(true);
export const closeCart = () => store.write(false);
