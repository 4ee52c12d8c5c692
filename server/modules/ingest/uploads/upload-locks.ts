import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server';
import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';

/** The lock of a killed process ends after this time. */
const LOCK_SECONDS = 6;
const RENEW_EVERY_MS = 1_000;
const ASK_EVERY_MS = 200;
/** Longer than a killed process or a request with a dead connection can keep the lock. */
const WAIT_MS = 12_000;

/** The client tries again after this answer. */
export const LOCKED = { status_code: 423, body: 'Another request is writing to this upload.\n' };

export type UploadLocks = Locker & {
  /** Makes the id of a new upload. Nobody else knows it yet, so it is locked without asking the database. */
  newId(): string;
  /** The upload that a request of this process has locked, as it was then. */
  find(uploadId: string): LockedUpload | undefined;
  /** Locks the row of a new upload, once it exists. */
  lockNew(uploadId: string): Promise<LockedUpload>;
  stop(): void;
};

export type LockedUpload = { holder: string; row: UploadRow };
type Held = { holder: string; row: UploadRow | undefined; requestRelease: RequestRelease };

/**
 * Locks are rows with an end that their holder moves on every second, so they work for several processes and through a
 * pooler, and end with the process that held them. Whoever wants a lock asks its holder to finish.
 */
export function createUploadLocks({ db, log }: Pick<Context, 'db' | 'log'>): UploadLocks {
  const heldLocks = new Map<string, Held>();
  const newIds = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  async function renew(): Promise<void> {
    const held = [...heldLocks.values()];
    const rows = await db
      .updateTable('uploads')
      .set({ lockedUntil: lockEnd(LOCK_SECONDS) })
      .where('lockHolder', '=', anyOf(held.map(({ holder }) => holder)))
      .returning(['lockHolder', 'isLockWanted'])
      .execute();
    const wanted = new Set(rows.filter((row) => row.isLockWanted).map((row) => row.lockHolder));
    for (const { holder, requestRelease } of held) if (wanted.has(holder)) await requestRelease();
  }

  function keepRenewing(): void {
    timer ??= setInterval(() => {
      renew().catch((error: unknown) => log.warn({ err: error }, 'renewing upload locks failed'));
    }, RENEW_EVERY_MS).unref();
  }

  function stopRenewing(): void {
    clearInterval(timer);
    timer = undefined;
  }

  /** Returns undefined if there is no such upload. */
  async function take(id: string, holder: string, signal: AbortSignal): Promise<UploadRow | undefined> {
    const deadline = Date.now() + WAIT_MS;
    for (;;) {
      const taken = await takeUploadLock(db, id, { holder, seconds: LOCK_SECONDS });
      if (taken === 'missing') return undefined;
      if (taken !== 'held') return taken;
      if (signal.aborted) throw ERRORS.ABORTED;
      if (Date.now() > deadline) throw LOCKED;
      await sleep(ASK_EVERY_MS);
    }
  }

  function newLock(id: string): Lock {
    const holder = randomUUID();
    return {
      async lock(signal, requestRelease) {
        const row = newIds.delete(id) ? undefined : await take(id, holder, signal);
        heldLocks.set(id, { holder, row, requestRelease });
        if (row) keepRenewing();
      },
      async unlock() {
        const held = heldLocks.get(id);
        if (held?.holder !== holder) return;
        heldLocks.delete(id);
        if (heldLocks.size === 0) stopRenewing();
        if (!held.row) return;
        // A lock that cannot be given back ends by itself.
        await freeUploadLock(db, id, holder).catch((error: unknown) =>
          log.warn({ err: error }, 'freeing an upload lock failed'),
        );
      },
    };
  }

  function find(id: string): LockedUpload | undefined {
    const held = heldLocks.get(id);
    return held?.row && { holder: held.holder, row: held.row };
  }

  return {
    newLock,
    find,
    newId() {
      const id = randomUUID().replaceAll('-', '');
      newIds.add(id);
      return id;
    },
    async lockNew(id) {
      const held = heldLocks.get(id);
      const row = held && (await take(id, held.holder, AbortSignal.timeout(WAIT_MS)));
      if (!row) throw ERRORS.FILE_NOT_FOUND;
      held.row = row;
      keepRenewing();
      return { holder: held.holder, row };
    },
    stop: stopRenewing,
  };
}

/** Returns 'missing' if there is no such upload, and asks the holder of the lock to give it up if there is one. */
async function takeUploadLock(
  db: Db,
  id: string,
  lock: { holder: string; seconds: number },
): Promise<UploadRow | 'held' | 'missing'> {
  const taken = await db
    .updateTable('uploads')
    .set({ lockHolder: lock.holder, lockedUntil: lockEnd(lock.seconds), isLockWanted: false })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lockHolder', 'is', null), eb('lockedUntil', '<', sql<string>`now()`)]))
    .returning(UPLOAD_COLUMNS)
    .executeTakeFirst();
  if (taken) return taken;
  const held = await db.selectFrom('uploads').select('isLockWanted').where('id', '=', id).executeTakeFirst();
  if (!held) return 'missing';
  if (!held.isLockWanted) {
    await db.updateTable('uploads').set({ isLockWanted: true }).where('id', '=', id).execute();
  }
  return 'held';
}

/** Locks are timed by the clock of the database, because those of several machines differ. */
const lockEnd = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`;

async function freeUploadLock(db: Db, id: string, holder: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ lockHolder: null, lockedUntil: null, isLockWanted: false })
    .where('id', '=', id)
    .where('lockHolder', '=', holder)
    .execute();
}

export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

/** An upload is received when its file is on record; all bytes may have arrived before that. */
const IS_RECEIVED = sql<boolean>`exists (select from ingest_files where ingest_files.upload_id = uploads.id)`;
const UPLOAD_COLUMNS = [
  'id',
  'batchId',
  'passId',
  'uploadedBy',
  'fileName',
  'sizeBytes',
  'offsetBytes',
  'createdAt',
  IS_RECEIVED.as('isReceived'),
  // The batch may be gone.
  sql<number | null>`(select event_id from ingest_batches where id = uploads.batch_id)`.as('eventId'),
  sql<number | null>`(select album_id from ingest_batches where id = uploads.batch_id)`.as('albumId'),
] as const;

export function findUpload(db: Db, id: string) {
  return db.selectFrom('uploads').select(UPLOAD_COLUMNS).where('id', '=', id).executeTakeFirst();
}

export type Piece = { key: string; uploadId: string; startByte: number; sizeBytes: number };
