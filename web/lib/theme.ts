import { readStored, removeStored, writeStored } from './storage.ts';
import { createStore, useStore } from './store.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'THEME';

function readTheme(): Theme {
  const stored = readStored(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

const store = createStore<Theme>(readTheme());

export const useTheme = () => useStore(store);

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    removeStored(KEY);
    delete document.documentElement.dataset.theme;
  } else {
    writeStored(KEY, theme);
    document.documentElement.dataset.theme = theme;
  }
  store.write(theme);
}
