import { createStore, useStore } from './storage.ts';

const store = createStore(false);

/** The login page says goodbye after an account was deleted, until the page is left. */
export const sayGoodbye = () => store.write(true);
export const useGoodbye = () => useStore(store);
