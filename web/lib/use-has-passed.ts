import { useSyncExternalStore } from 'react';

/** A phone that slept is told when it wakes up. */
export function useHasPassed(moment: number): boolean {
  return useSyncExternalStore(
    (listener) => {
      const timer = setTimeout(listener, Math.max(0, moment - Date.now()) + 50);
      document.addEventListener('visibilitychange', listener);
      return () => {
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', listener);
      };
    },
    () => Date.now() >= moment,
  );
}
