import pg from 'pg';
import type { LiveEvent } from '#contract/entities/user.ts';
import type { Log } from '#server/platform/operations/log.ts';
import type { Listener } from './live.queries.ts';
import { LIVE_CHANNEL } from './publish-live.ts';

const RECONNECT_MS = 1_000;
/** Triggers of the database notify it when somebody may no longer see something. */
const RIGHTS_CHANNEL = 'encore_rights';
/** Whoever changes a setting notifies it. */
export const SETTINGS_CHANNEL = 'encore_settings';

export type LiveReader = Listener & {
  send(event: LiveEvent): void;
  /** Called when events may have been missed; the page must then reload everything. */
  sendReset(): void;
};

/** Whose rights may have ended: one person's everywhere, or everybody's to one album. */
export type RightsChange = { of: 'user' | 'album'; id: number };

export type RightsListener = {
  apply(change: RightsChange): void;
  /** Called when changes may have been missed. */
  forgetAll(): void;
};

export type Live = {
  /** Returns a function that stops listening. */
  listen(reader: LiveReader): Promise<() => void>;
  /** Passes on every ending of rights, in whichever process it was caused. */
  listenToRights(listener: RightsListener): void;
  /** Calls `forget` when a setting has changed in any process, or may have. */
  listenToSettings(forget: () => void): void;
  stop(): Promise<void>;
};

/** Each process listens on one database connection and forwards events to their recipients. */
export function createLive(databaseUrl: string, log: Log, name = 'encore live'): Live {
  const readers = new Set<LiveReader>();
  const rightsListeners = new Set<RightsListener>();
  const settingsListeners = new Set<() => void>();
  let connection: Promise<pg.Client> | undefined;
  let isStopped = false;

  const isNeeded = () => !isStopped && readers.size + rightsListeners.size + settingsListeners.size > 0;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: name,
      keepAlive: true,
    });
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === RIGHTS_CHANNEL) handRights(payload);
      else if (channel === SETTINGS_CHANNEL) handSettings();
      else hand(payload);
    });
    client.on('error', () => undefined);
    client.on('end', () => {
      connection = undefined;
      if (isNeeded()) setTimeout(comeBack, RECONNECT_MS).unref();
    });
    await client.connect();
    for (const channel of [RIGHTS_CHANNEL, SETTINGS_CHANNEL, LIVE_CHANNEL])
      await client.query(`listen ${channel}`);
    for (const listener of rightsListeners) listener.forgetAll();
    handSettings();
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
    if (!isNeeded()) return;
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

  function handRights(payload: string): void {
    const [of, id] = payload.split(':');
    for (const listener of rightsListeners) listener.apply({ of: of as RightsChange['of'], id: Number(id) });
  }

  function handSettings(): void {
    for (const forget of settingsListeners) forget();
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
    listenToRights(listener) {
      rightsListeners.add(listener);
      void comeBack();
    },
    listenToSettings(forget) {
      settingsListeners.add(forget);
      void comeBack();
    },
    async stop() {
      isStopped = true;
      readers.clear();
      rightsListeners.clear();
      settingsListeners.clear();
      await (await connection?.catch(() => undefined))?.end();
    },
  };
}
