import { useEffect, useState, useSyncExternalStore } from 'react';

function subscribeToClock(listener: () => void): () => void {
  const timer = setInterval(listener, 500);
  return () => clearInterval(timer);
}

export function useSecondsLeft(until: number): number {
  return useSyncExternalStore(subscribeToClock, () => Math.max(0, Math.ceil((until - Date.now()) / 1000)));
}

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
