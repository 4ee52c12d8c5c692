import { useSyncExternalStore } from 'react';

// Storage may be blocked, and then values live as long as the page.

const kept = new Map<string, string>();

export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return kept.get(key);
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    kept.set(key, value);
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    kept.delete(key);
  }
}

/** Removes what this browser keeps for one user, in keys that end with the user's number. */
export function forgetStoredFor(userId: number): void {
  const isTheirs = (key: string) => key.endsWith(`:${userId}`);
  try {
    for (const key of Object.keys(localStorage).filter(isTheirs)) localStorage.removeItem(key);
  } catch {
    for (const key of [...kept.keys()].filter(isTheirs)) kept.delete(key);
  }
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
