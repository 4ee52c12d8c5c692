import { createStore } from './storage.ts';
/** True where the site runs as an installed app, without the browser's own bars. */
export function isStandalone(): boolean {
  // The first page is rendered without a browser.
  if (typeof window === 'undefined') return false;
  const isIosApp = (navigator as { standalone?: boolean }).standalone === true;
  return isIosApp || window.matchMedia?.('(display-mode: standalone)').matches === true;
}

type InstallEvent = Event & { prompt(): Promise<unknown> };

/** Browsers offer once, and early, to install the site; the hint that uses it comes later. */
export const installPrompt = createStore<InstallEvent | undefined>(undefined);

export function catchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt.write(event as InstallEvent);
  });
}

/** An iPad claims to be a Mac, but no Mac has a touch screen. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}
