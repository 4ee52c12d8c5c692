import { useSyncExternalStore } from 'react';

/** Storage may be blocked or full, and then values live as long as the page. */
function keptIn(open: () => Storage) {
  const kept = new Map<string, string>();
  const attempt = <T>(use: (storage: Storage) => T, instead: () => T): T => {
    try {
      return use(open());
    } catch {
      return instead();
    }
  };
  return {
    read: (key: string): string | undefined =>
      attempt(
        (storage) => storage.getItem(key) ?? undefined,
        () => kept.get(key),
      ),
    write: (key: string, value: string): void =>
      attempt(
        (storage) => storage.setItem(key, value),
        () => void kept.set(key, value),
      ),
    remove: (key: string): void =>
      attempt(
        (storage) => storage.removeItem(key),
        () => void kept.delete(key),
      ),
    keys: (): string[] =>
      attempt(
        (storage) => Object.keys(storage),
        () => [...kept.keys()],
      ),
  };
}

export const {
  read: readStored,
  write: writeStored,
  remove: removeStored,
  keys: storedKeys,
} = keptIn(() => localStorage);

/** What one tab keeps, also over a reload. */
export const tabStorage = keptIn(() => sessionStorage);

/** Returns undefined if nothing that can be read is stored. Whoever reads it checks its shape. */
export function readStoredJson(key: string): unknown {
  try {
    return JSON.parse(readStored(key) ?? '');
  } catch {
    return undefined;
  }
}

export const writeStoredJson = (key: string, value: unknown) => writeStored(key, JSON.stringify(value));

/** Removes what this browser keeps for one user, in keys that end with the user's number. */
export function forgetStoredFor(userId: number): void {
  for (const key of storedKeys()) if (key.endsWith(`:${userId}`)) removeStored(key);
}

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

// Checks what an earlier page has stored in the browser, and what the server tells without being asked. Schemas would check
// more, but every page would have to load them.

type Check = (value: unknown) => boolean;

export const isText: Check = (value) => typeof value === 'string';
export const isNumber: Check = (value) => typeof value === 'number';
export const isFlag: Check = (value) => typeof value === 'boolean';
export const isList: Check = Array.isArray;
export const isObject: Check = (value) => typeof value === 'object' && value !== null;
export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

/** Returns a check for an object whose fields pass theirs; a field that the type gains has to be named here too. */
export const shapeOf =
  <Type>(checks: Record<keyof Type, Check>) =>
  (value: unknown): value is Type =>
    isObject(value) &&
    Object.entries<Check>(checks).every(([name, check]) => check((value as Record<string, unknown>)[name]));
