import { createStore, useStore } from './storage.ts';

const menu = createStore(false);

export const useIsSiteMenuOpen = () => useStore(menu);
export const openSiteMenu = () => menu.write(true);
export const closeSiteMenu = () => menu.write(false);

// True after a redirect from an address that does not exist, until the next page.

const missing = createStore(false);

export const useIsPageMissing = () => useStore(missing);
export const notePageMissing = (isMissing: boolean) => missing.write(isMissing);

const goodbye = createStore(false);

/** The login page says goodbye after an account was deleted, until the page is left. */
export const sayGoodbye = () => goodbye.write(true);
export const useGoodbye = () => useStore(goodbye);

const palette = createStore(false);

export const useIsPaletteOpen = () => useStore(palette);
export const openPalette = () => palette.write(true);
export const closePalette = () => palette.write(false);
export const togglePalette = () => palette.write(!palette.read());
