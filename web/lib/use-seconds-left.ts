import { useSyncExternalStore } from 'react';

function subscribeToClock(listener: () => void): () => void {
  const timer = setInterval(listener, 500);
  return () => clearInterval(timer);
}

export function useSecondsLeft(until: number): number {
  return useSyncExternalStore(subscribeToClock, () => Math.max(0, Math.ceil((until - Date.now()) / 1000)));
}
