import { useSyncExternalStore } from 'react';

const CHECK_MS = 50;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, CHECK_MS);
  return () => clearInterval(timer);
}

/** Renders only when the second changes, although it looks far more often. */
export function useServerSeconds(offsetMs: number): number {
  return useSyncExternalStore(subscribe, () => Math.floor((Date.now() + offsetMs) / 1000));
}
