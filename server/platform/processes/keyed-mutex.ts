/**
 * Runs the work of one key one after the other within this process. Calls that wait for their turn hold no database
 * connection, so a hundred clicks of one person leave the connections to everybody else.
 */
export function createKeyedMutex<Key>(): <T>(key: Key, work: () => Promise<T>) => Promise<T> {
  const lastOf = new Map<Key, Promise<unknown>>();
  return async (key, work) => {
    const result = (lastOf.get(key) ?? Promise.resolve()).then(work);
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    lastOf.set(key, ended);
    try {
      return await result;
    } finally {
      if (lastOf.get(key) === ended) lastOf.delete(key);
    }
  };
}
