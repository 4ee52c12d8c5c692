import type { Clock } from './clock.ts';

export type ShortMemory<Key, Value> = {
  /** Returns the remembered answer, or undefined if there is none. */
  peek(key: Key): Value | undefined;
  get(key: Key): Promise<Value>;
  /** Looks the answer up again even if one is remembered. */
  reload(key: Key): Promise<Value>;
  drop(isDropped: (key: Key, value: Value | undefined) => boolean): void;
  dropKey(key: Key): void;
  clear(): void;
};

type Entry<Value> = { startedAtMs: number; value: Value | undefined; loading: Promise<Value> };

/**
 * Remembers answers for `keepMs` from the moment the question was asked. What is dropped while it is being looked up
 * reaches only those who already wait for it.
 */
export function createShortMemory<Key, Value extends object>(
  clock: Clock,
  { keepMs, most, load }: { keepMs: number; most: number; load: (key: Key) => Promise<Value> },
): ShortMemory<Key, Value> {
  const entries = new Map<Key, Entry<Value>>();

  function find(key: Key): Entry<Value> | undefined {
    const entry = entries.get(key);
    if (!entry) return undefined;
    const ageMs = clock.now().getTime() - entry.startedAtMs;
    // A clock that was set back must not lengthen the life of an answer.
    if (ageMs >= 0 && ageMs < keepMs) return entry;
    entries.delete(key);
    return undefined;
  }

  function reload(key: Key): Promise<Value> {
    if (entries.size >= most) entries.clear();
    const entry: Entry<Value> = {
      startedAtMs: clock.now().getTime(),
      value: undefined,
      loading: load(key),
    };
    entries.set(key, entry);
    entry.loading.then(
      (value) => {
        entry.value = value;
      },
      () => {
        if (entries.get(key) === entry) entries.delete(key);
      },
    );
    return entry.loading;
  }

  return {
    peek: (key) => find(key)?.value,
    get: (key) => find(key)?.loading ?? reload(key),
    reload,
    drop(isDropped) {
      for (const [key, { value }] of entries) if (isDropped(key, value)) entries.delete(key);
    },
    dropKey: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
