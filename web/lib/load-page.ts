// A chunk may be gone after a release, so the page reloads once before it shows an error.

const CHUNK_TIMEOUT_MS = 120_000;
export const CHUNK_FAILED = 'This page could not be loaded.';
const RELOADED_AT_KEY = 'CHUNK_RELOADED_AT';
const RELOAD_PAUSE_MS = 60_000;

let isReloading = false;

export function withChunkTimeout<T>(load: () => Promise<T>): () => Promise<T> {
  return () =>
    new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(CHUNK_FAILED)), CHUNK_TIMEOUT_MS);
      load()
        .then(resolve, (cause) => {
          if (!isReloading) reject(new Error(CHUNK_FAILED, { cause }));
        })
        .finally(() => clearTimeout(timer));
    });
}

function hasReloadedLately(): boolean {
  const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0);
  return Date.now() - reloadedAt < RELOAD_PAUSE_MS;
}

export function reloadOnceOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', () => {
    try {
      if (hasReloadedLately() || !navigator.onLine) return;
      sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
    } catch {
      return;
    }
    isReloading = true;
    window.location.reload();
  });
}
