import { createStore, useStore } from './storage.ts';

const isOpen = createStore(false);

export const useIsPaletteOpen = () => useStore(isOpen);
export const openPalette = () => isOpen.write(true);
export const closePalette = () => isOpen.write(false);
export const togglePalette = () => isOpen.write(!isOpen.read());
