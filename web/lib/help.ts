import { createStore, useStore } from './store.ts';

export type HelpView = 'menu' | 'chat' | 'bug';

const view = createStore<HelpView | undefined>(undefined);
const unread = createStore(0);
let opener: Element | null = null;

export const useHelpView = () => useStore(view);

export function openHelp(wanted: HelpView = 'menu'): void {
  if (view.read() === undefined) opener = document.activeElement;
  view.write(wanted);
}

/** One sheet may have led to the next: the focus goes back to where the first was opened. */
export function closeHelp(): void {
  view.write(undefined);
  const from = opener;
  // Once more when the sheet is gone: it may drop the focus as it leaves.
  for (const delayMs of [0, 120]) {
    setTimeout(() => {
      if (view.read() === undefined && from instanceof HTMLElement) from.focus();
    }, delayMs);
  }
}

/** Answers of ours that the person has not seen. */
export const useUnreadAnswers = () => useStore(unread);
export const tellUnreadAnswers = (count: number) => unread.write(count);
