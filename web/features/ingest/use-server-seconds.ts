import { useSyncExternalStore } from 'react';

const LOOK_MS = 50;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, LOOK_MS);
  return () => clearInterval(timer);
}

/** The server's time in whole seconds; draws anew when the second turns, not before. */
export function useServerSeconds(offsetMs: number): number {
  return useSyncExternalStore(subscribe, () => Math.floor((Date.now() + offsetMs) / 1000));
}
