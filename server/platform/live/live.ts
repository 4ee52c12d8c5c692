import pg from 'pg';
import type { LiveEvent } from '#contract/entities/live-event.ts';
import type { Log } from '#server/platform/log.ts';
import type { Listener } from './live.queries.ts';
import { LIVE_CHANNEL } from './tell.ts';

const RECONNECT_MS = 1_000;

export type LiveReader = Listener & {
  send(event: LiveEvent): void;
  /** Called when events may have been missed; the page must then reload everything. */
  sendReset(): void;
};

export type Live = {
  /** Returns a function that stops listening. */
  listen(reader: LiveReader): Promise<() => void>;
  stop(): Promise<void>;
};

/** Each process listens on one database connection and forwards events to their recipients. */
export function createLive(databaseUrl: string, log: Log): Live {
  const readers = new Set<LiveReader>();
  let connection: Promise<pg.Client> | undefined;
  let isStopped = false;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
    client.on('notification', ({ payload }) => hand(payload ?? ''));
    client.on('error', () => undefined);
    client.on('end', () => {
      connection = undefined;
      if (!isStopped && readers.size > 0) setTimeout(comeBack, RECONNECT_MS).unref();
    });
    await client.connect();
    await client.query(`listen ${LIVE_CHANNEL}`);
    return client;
  }

  function isConnected(): Promise<pg.Client> {
    connection ??= connect().catch((error: unknown) => {
      connection = undefined;
      throw error;
    });
    return connection;
  }

  /** Events sent while disconnected are lost to this process, so all pages must reload. */
  async function comeBack(): Promise<void> {
    if (isStopped || readers.size === 0) return;
    try {
      await isConnected();
      for (const reader of readers) reader.sendReset();
    } catch (error) {
      log.warn({ err: error }, 'the live connection was lost');
      setTimeout(comeBack, RECONNECT_MS).unref();
    }
  }

  function hand(payload: string): void {
    const [id, userId, kind, subject] = JSON.parse(payload) as [
      number,
      number | null,
      LiveEvent['kind'],
      string | null,
    ];
    for (const reader of readers) {
      if (userId === null ? reader.isStaff : reader.userId === userId) reader.send({ id, kind, subject });
    }
  }

  return {
    async listen(reader) {
      readers.add(reader);
      try {
        await isConnected();
      } catch (error) {
        readers.delete(reader);
        throw error;
      }
      return () => readers.delete(reader);
    },
    async stop() {
      isStopped = true;
      readers.clear();
      await (await connection?.catch(() => undefined))?.end();
    },
  };
}
