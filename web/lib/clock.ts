import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

/** Rejects when the signal aborts. */
export function wait(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    const timer = setTimeout(resolve, delayMs);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** Reads a number from the clock this often, and renders only when the number changes. */
export function useClock(everyMs: number, read: () => number): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      const timer = setInterval(listener, everyMs);
      return () => clearInterval(timer);
    },
    [everyMs],
  );
  return useSyncExternalStore(subscribe, read);
}

export const useSecondsLeft = (until: number) =>
  useClock(500, () => Math.max(0, Math.ceil((until - Date.now()) / 1000)));

/** A phone that slept catches up when it wakes. */
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

/** The time, every second, for ages and countdowns that go on while nothing else changes. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
