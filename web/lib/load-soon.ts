import { useEffect } from 'react';

/** Without news of idle time (Safari), the page is there by then. */
const FALLBACK_MS = 1_000;

/** Loads a part of the page once the browser is idle, so that its first use does not wait for the network. */
export function useLoadSoon(load: () => Promise<unknown>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a part is loaded once
  useEffect(() => {
    // Its first use says what went wrong.
    const start = () => void load().catch(() => undefined);
    if (!globalThis.requestIdleCallback) {
      const timer = setTimeout(start, FALLBACK_MS);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(start);
    return () => cancelIdleCallback(request);
  }, []);
}
