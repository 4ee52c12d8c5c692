import { sql } from 'kysely';
import type { Database, Db } from './database.ts';

/** Lets code that opens its own transactions run inside one transaction. Its own transactions are savepoints, one at a time. */
export function nestDatabase() {
  let current: Db | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const open = (): Db => {
    if (!current) throw new Error('the nested database is used outside its transaction');
    return current;
  };

  async function withSavepoint<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    const tx = open();
    await sql`savepoint nested`.execute(tx);
    try {
      const result = await work(tx);
      await sql`release savepoint nested`.execute(tx);
      return result;
    } catch (error) {
      await sql`rollback to savepoint nested`.execute(tx);
      throw error;
    }
  }

  const transaction = {
    setIsolationLevel: () => transaction,
    setAccessMode: () => transaction,
    execute<T>(work: (tx: Db) => Promise<T>): Promise<T> {
      const next = turn.then(() => withSavepoint(work));
      turn = next.catch(() => undefined);
      return next;
    },
  };

  const db = new Proxy({} as Database, {
    get(_target, name) {
      if (name === 'transaction') return () => transaction;
      const target = open();
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

  return {
    db,
    /** Runs the work on this transaction, so that all of it is committed together or not at all. */
    async within<T>(tx: Db, work: () => Promise<T>) {
      if (current) throw new Error('the nested database is already in a transaction');
      current = tx;
      try {
        return await work();
      } finally {
        await turn;
        current = undefined;
      }
    },
  };
}
