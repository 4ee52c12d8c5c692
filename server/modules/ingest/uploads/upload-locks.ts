import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server';
import type { Context } from '#server/context.ts';
import { freeUploadLock, renewUploadLocks, takeUploadLock } from './uploads.queries.ts';

/** The lock of a killed process ends after this time. */
export const LOCK_SECONDS = 6;
const RENEW_EVERY_MS = 1_000;
const ASK_EVERY_MS = 200;
/** Longer than a killed process or a request with a dead connection can keep the lock. */
const WAIT_MS = 12_000;

/** The client tries again after this answer. */
export const LOCKED = { status_code: 423, body: 'Another request is writing to this upload.\n' };

export type UploadLocks = Locker & {
  /** The lock that a request of this process holds on an upload. */
  holderOf(uploadId: string): string | undefined;
  stop(): void;
};

type Held = { holder: string; requestRelease: RequestRelease };

/**
 * Locks are rows with an end that their holder moves on every second, so they work for several processes and through a
 * pooler, and end with the process that held them. Whoever wants a lock asks its holder to finish.
 */
export function createUploadLocks({ db, log }: Pick<Context, 'db' | 'log'>): UploadLocks {
  const heldLocks = new Map<string, Held>();
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

  function newLock(id: string): Lock {
    const holder = randomUUID();
    return {
      async lock(signal, requestRelease) {
        const deadline = Date.now() + WAIT_MS;
        while ((await takeUploadLock(db, id, { holder, seconds: LOCK_SECONDS })) === 'held') {
          if (signal.aborted) throw ERRORS.ABORTED;
          if (Date.now() > deadline) throw LOCKED;
          await sleep(ASK_EVERY_MS);
        }
        heldLocks.set(id, { holder, requestRelease });
        keepRenewing();
      },
      async unlock() {
        if (heldLocks.get(id)?.holder === holder) heldLocks.delete(id);
        if (heldLocks.size === 0) stopRenewing();
        // A lock that cannot be given back ends by itself.
        await freeUploadLock(db, id, holder).catch((error: unknown) =>
          log.warn({ err: error }, 'freeing an upload lock failed'),
        );
      },
    };
  }

  return { newLock, holderOf: (uploadId) => heldLocks.get(uploadId)?.holder, stop: stopRenewing };
}
