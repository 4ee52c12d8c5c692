import { createStore } from './storage.ts';

type InstallEvent = Event & { prompt(): Promise<unknown> };

/** Browsers offer once, and early, to install the site; the hint that uses it comes later. */
export const installPrompt = createStore<InstallEvent | undefined>(undefined);

export function catchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt.write(event as InstallEvent);
  });
}

/** An iPad says that it is a Mac, but no Mac has a touch screen. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}
