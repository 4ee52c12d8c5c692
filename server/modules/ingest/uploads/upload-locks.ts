import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server';
import type { Context } from '#server/context.ts';
import { freeUploadLock, renewUploadLocks, takeUploadLock, type UploadRow } from './uploads.queries.ts';

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
  /** Receiving the file has freed the row. */
  forget(uploadId: string): void;
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
    const rows = await renewUploadLocks(
      db,
      held.map(({ holder }) => holder),
      LOCK_SECONDS,
    );
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
    forget(id) {
      heldLocks.delete(id);
      if (heldLocks.size === 0) stopRenewing();
    },
    stop: stopRenewing,
  };
}
