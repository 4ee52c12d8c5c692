import { LRUCache } from 'lru-cache';
import type { Clock } from '#server/platform/time/clock.ts';

type Options<Value> = {
  /** The number of values, or their total size if `sizeOf` is given. */
  max: number;
  sizeOf?: (value: Value) => number;
  /** The life of a value counts from the moment it was asked for. */
  ttlMs?: number;
  clock?: Clock;
};

type Entry<Value> = {
  version: string | undefined;
  askedAtMs: number;
  value: Value | undefined;
  loading: Promise<Value>;
};

export type Cache<Key extends string | number, Value extends object> = ReturnType<
  typeof createCache<Key, Value>
>;

/**
 * The only cache of the server: bounded, and ended by a new version, by time or by `drop`. What was used longest ago goes
 * first. ARCHITECTURE.md lists every use.
 */
export function createCache<Key extends string | number, Value extends object>({
  max,
  sizeOf,
  ttlMs = Number.POSITIVE_INFINITY,
  clock,
}: Options<Value>) {
  const now = clock ? () => clock.now().getTime() : () => performance.now();
  const entries = new LRUCache<Key, Entry<Value>>(sizeOf ? { maxSize: max } : { max });
  // A value that is being loaded has no size yet.
  const sizeOption = (value?: Value) => (sizeOf ? { size: value ? Math.max(1, sizeOf(value)) : 1 } : {});

  function find(key: Key, version?: string): Entry<Value> | undefined {
    const entry = entries.get(key);
    if (!entry) return undefined;
    const ageMs = now() - entry.askedAtMs;
    // A clock that was set back must not lengthen the life of a value.
    if (entry.version === version && ageMs >= 0 && ageMs < ttlMs) return entry;
    entries.delete(key);
    return undefined;
  }

  function reload(key: Key, load: () => Promise<Value>, version?: string): Promise<Value> {
    const entry: Entry<Value> = { version, askedAtMs: now(), value: undefined, loading: load() };
    entries.set(key, entry, sizeOption());
    entry.loading.then(
      (value) => {
        if (entries.peek(key) === entry) entries.set(key, { ...entry, value }, sizeOption(value));
      },
      () => {
        if (entries.peek(key) === entry) entries.delete(key);
      },
    );
    return entry.loading;
  }

  return {
    /**
     * Returns the cached value or loads it; callers who ask meanwhile wait for the same load. A version must be read before
     * the value is loaded, so that what is kept for it is as new as the version or newer. Failures are not kept.
     */
    get: (key: Key, load: () => Promise<Value>, version?: string): Promise<Value> =>
      find(key, version)?.loading ?? reload(key, load, version),
    /** Returns undefined if there is no value or it is still being loaded. */
    peek: (key: Key): Value | undefined => find(key)?.value,
    /** Loads the value again even if there is one. */
    reload,
    /** A value that is dropped while it is loaded reaches only those who already wait for it. */
    drop: (key: Key): void => void entries.delete(key),
    dropWhere(isDropped: (key: Key, value: Value | undefined) => boolean): void {
      for (const [key, { value }] of entries.entries()) if (isDropped(key, value)) entries.delete(key);
    },
    clear: () => entries.clear(),
  };
}
