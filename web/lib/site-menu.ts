import { createStore, useStore } from './storage.ts';

const isOpen = createStore(false);

export const useIsSiteMenuOpen = () => useStore(isOpen);
export const openSiteMenu = () => isOpen.write(true);
export const closeSiteMenu = () => isOpen.write(false);
