// The page's side of public/sw.js, which opens the shell and thumbnails without a network.

const THUMBS = 'encore-thumbs-1';

export function keepForOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  // The script may come after everything else has loaded.
  if (document.readyState === 'complete') void keepLoaded();
  else window.addEventListener('load', keepLoaded);
}

async function keepLoaded(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    const addresses = performance.getEntriesByType('resource').map(({ name }) => name);
    active?.postMessage({ kind: 'loaded', addresses });
  } catch {
    // Private windows and old browsers have no service worker; the site works without it.
  }
}

/** The cached pictures belong to the user who logged out. The worker must not keep those that are still loading either. */
export function forgetOfflineImages(): void {
  if ('caches' in window) void caches.delete(THUMBS).catch(() => undefined);
  if (!('serviceWorker' in navigator)) return;
  // `keepLoaded` sends this list to the worker, which would load and keep the pictures again.
  performance.clearResourceTimings();
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ kind: 'log-out' }));
}
