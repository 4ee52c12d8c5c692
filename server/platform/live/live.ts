import { sql } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import type { LiveEvent } from '#contract/entities/user.ts';
import type { LiveKind } from '#contract/rules/notifications.ts';
import type { Database, Db } from '#server/platform/database/database.ts';
import type { Log } from '#server/platform/operations/log.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { type Clock, minutesFrom } from '#server/platform/time/clock.ts';
import { LIVE_CHANNEL } from './publish-live.ts';

const RECONNECT_MS = 1_000;
/** Triggers of the database notify it when somebody may no longer see something. */
const RIGHTS_CHANNEL = 'encore_rights';
/** Changes of settings notify it. */
export const SETTINGS_CHANNEL = 'encore_settings';

type LiveReader = Listener & {
  send(event: LiveEvent): void;
  /** Called when events may have been missed; the page must then reload everything. */
  sendReset(): void;
};

/** The rights that may have ended: one person's everywhere, or everybody's to one album. */
type RightsChange = { of: 'user' | 'album'; id: number };

type RightsListener = {
  apply(change: RightsChange): void;
  /** Called when changes may have been missed. */
  forgetAll(): void;
};

export type Live = ReturnType<typeof createLive>;

/** Each process listens on one database connection and forwards events to their recipients. */
export function createLive(databaseUrl: string, log: Log, name: string) {
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
    /** Returns a function that stops listening. */
    async listen(reader: LiveReader) {
      readers.add(reader);
      try {
        await isConnected();
      } catch (error) {
        readers.delete(reader);
        throw error;
      }
      return () => readers.delete(reader);
    },
    /** Passes on every ending of rights, in whichever process it was caused. */
    listenToRights(listener: RightsListener) {
      rightsListeners.add(listener);
      void comeBack();
    },
    /** Calls `forget` when a setting has changed in any process, or may have. */
    listenToSettings(forget: () => void) {
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

const MAX_REPLAYED = 500;
/** A transaction with a lower id may commit later, so some events are sent again, which is harmless. */
const OVERLAP_SECONDS = 30;

type Listener = { userId: number; isStaff: boolean };

/** Returns undefined if the last event is too old to know what was missed. */
export async function findMissed(
  db: Db,
  { userId, isStaff }: Listener,
  lastId: number,
): Promise<LiveEvent[] | undefined> {
  const last = await db
    .selectFrom('liveEvents')
    .select('createdAt')
    .where('id', '=', lastId)
    .executeTakeFirst();
  if (!last) return undefined;
  const rows = await db
    .selectFrom('liveEvents')
    .select(['id', 'kind', 'subject'])
    .where('id', '<>', lastId)
    .where(
      'createdAt',
      '>',
      sql<string>`${last.createdAt}::timestamptz - ${`${OVERLAP_SECONDS} seconds`}::interval`,
    )
    .where((eb) =>
      isStaff ? eb.or([eb('userId', '=', userId), eb('userId', 'is', null)]) : eb('userId', '=', userId),
    )
    .orderBy('id')
    .limit(MAX_REPLAYED + 1)
    .execute();
  if (rows.length > MAX_REPLAYED) return undefined;
  return rows.map((row) => ({ ...row, kind: row.kind as LiveKind }));
}

async function sweepLiveEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('liveEvents').where('createdAt', '<', before.toISOString()).execute();
}

const RETENTION_MINUTES = 24 * 60;
const sweep = defineJob({ name: 'live.sweep', payload: z.object({}), concurrency: 1, retries: 2 });

export function liveJobs({ db, clock }: { db: Database; clock: Clock }) {
  return [
    onJob(sweep, () => sweepLiveEvents(db, minutesFrom(clock.now(), -RETENTION_MINUTES)), {
      cron: '41 * * * *',
    }),
  ];
}
