import { useSyncExternalStore } from 'react';

export type Store<T> = {
  read(): T;
  write(next: T): void;
  subscribe(listener: () => void): () => void;
};

/** Holds state that code outside React reads and writes too. */
export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let state = initial;
  return {
    read: () => state,
    write(next) {
      if (Object.is(next, state)) return;
      state = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.read, store.read);
}
