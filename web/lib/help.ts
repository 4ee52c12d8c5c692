import { createStore, useStore } from './storage.ts';

export type HelpView = 'menu' | 'chat' | 'bug';

const view = createStore<HelpView | undefined>(undefined);
const unread = createStore(0);
let opener: Element | null = null;

export const useHelpView = () => useStore(view);

export function openHelp(wanted: HelpView = 'menu'): void {
  if (view.read() === undefined) opener = document.activeElement;
  view.write(wanted);
}

/** Returns the focus to where the first sheet was opened. */
export function closeHelp(): void {
  view.write(undefined);
  const from = opener;
  // Repeated once the sheet is gone, because it may drop the focus as it closes.
  for (const delayMs of [0, 120]) {
    setTimeout(() => {
      if (view.read() === undefined && from instanceof HTMLElement) from.focus();
    }, delayMs);
  }
}

export const useUnreadAnswers = () => useStore(unread);
export const notifyUnreadAnswers = (count: number) => unread.write(count);
