import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Context, inTransaction } from '#server/context.ts';
import { listOldestWaiting } from '#server/modules/images/new-images.ts';
import { processImageJob } from '#server/modules/ingest/receive-file.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { createFairQueue } from '#server/platform/processes/fair-queue.ts';
import { LOCKED, type Piece } from './upload-locks.ts';

/** While more bytes follow, this many are stored at a time; a killed process loses only those that came after. */
export const PIECE_BYTES = 16 * 1024 * 1024;
/** A smaller last piece is stored again together with the bytes that follow it, so that pieces stay few. */
const SMALL_PIECE_BYTES = 1024 * 1024;
/** Pieces are in memory while they are stored. */
const STORED_AT_ONCE = 2;

const storing = createFairQueue({ concurrency: STORED_AT_ONCE, maxWaiting: Number.POSITIVE_INFINITY });

type PieceToStore = {
  uploadId: string;
  lockHolder: string;
  startByte: number;
  data: Buffer;
  /** The piece at the same start that this one takes the place of. */
  replaces: Piece | undefined;
};

/**
 * Stores a piece and advances the upload. Every piece has its own name, so a process that lost its lock cannot damage
 * what another one stored.
 */
export async function storePiece(context: Context, piece: PieceToStore): Promise<Piece> {
  const { uploadId, lockHolder, startByte, data, replaces } = piece;
  const row = { key: `uploads/${uploadId}/${randomUUID()}`, uploadId, startByte, sizeBytes: data.length };
  await announcePiece(context.db, row);
  await storing.run(uploadId, () => context.storage.put(row.key, data));
  const isCounted = await inTransaction(context, async ({ db, clock }) => {
    const from = startByte + (replaces?.sizeBytes ?? 0);
    const step = { id: uploadId, lockHolder, from, to: startByte + data.length, now: clock.now() };
    if (!(await advanceUpload(db, step))) return false;
    if (replaces) await markPiece(db, replaces.key, false);
    await markPiece(db, row.key, true);
    return true;
  });
  if (!isCounted) {
    await forgetPieces(context, [row.key]);
    throw LOCKED;
  }
  if (replaces) await forgetPieces(context, [replaces.key]);
  return row;
}

/** Finds the last piece if it is small, so that the next bytes are stored together with it. */
export async function findSmallTail({ db }: Context, uploadId: string): Promise<Piece | undefined> {
  const tail = (await listStoredPieces(db, uploadId)).at(-1);
  return tail && tail.sizeBytes < SMALL_PIECE_BYTES ? tail : undefined;
}

/** Appends the stored bytes before `end`, which must be there without a gap. */
export async function appendPieces(
  { db, storage }: Context,
  target: Spool,
  { uploadId, end }: { uploadId: string; end: number },
): Promise<void> {
  for (const { key, startByte, sizeBytes } of await listStoredPieces(db, uploadId)) {
    if (startByte >= end) break;
    const data = await storage.read(key);
    if (startByte !== target.sizeBytes || data?.length !== sizeBytes) {
      throw new Error(`the piece ${key} of an upload is missing or damaged`);
    }
    await target.append(data);
  }
  if (target.sizeBytes !== end) throw new Error(`the upload ${uploadId} has a gap before byte ${end}`);
}

/** Deletes the objects first, so that a crash in between leaves rows that lead to them. */
export async function forgetPieces({ db, storage }: Context, keys: string[]): Promise<void> {
  for (const key of keys) await storage.delete(key);
  await db.deleteFrom('uploadPieces').where('key', '=', anyOf(keys)).execute();
}

export async function forgetAllPieces(context: Context, uploadId: string): Promise<void> {
  const keys = (
    await context.db.selectFrom('uploadPieces').select('key').where('uploadId', '=', uploadId).execute()
  ).map(({ key }) => key);
  if (keys.length > 0) await forgetPieces(context, keys);
}

export async function forgetUpload(context: Context, uploadId: string): Promise<void> {
  await forgetAllPieces(context, uploadId);
  await context.db.deleteFrom('uploads').where('id', '=', uploadId).execute();
}

/** A file of this machine that grows while bytes of an upload arrive. */
export type Spool = {
  readonly path: string;
  readonly sizeBytes: number;
  append(data: Buffer): Promise<void>;
  read(start: number, end: number): Promise<Buffer>;
  /** Forgets what comes after. */
  cut(sizeBytes: number): Promise<void>;
  close(): Promise<void>;
};

export async function openSpool(folder: string): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.spool`);
  const file = await open(path, 'wx+', 0o600);
  let sizeBytes = 0;
  return {
    path,
    get sizeBytes() {
      return sizeBytes;
    },
    async append(data) {
      for (let written = 0; written < data.length; ) {
        const { bytesWritten } = await file.write(data, written, data.length - written, sizeBytes);
        written += bytesWritten;
        sizeBytes += bytesWritten;
      }
    },
    async read(start, end) {
      const data = Buffer.allocUnsafe(end - start);
      for (let filled = 0; filled < data.length; ) {
        const { bytesRead } = await file.read(data, filled, data.length - filled, start + filled);
        if (bytesRead === 0) throw new Error(`${path} ends early`);
        filled += bytesRead;
      }
      return data;
    },
    async cut(toBytes) {
      await file.truncate(toBytes);
      sizeBytes = toBytes;
    },
    async close() {
      await file.close();
      await rm(path, { force: true });
    },
  };
}

const KEEP_HOURS = 48;
/** A request that stands still is ended long before, so an older file belongs to a killed process. */
const KEEP_FILES_HOURS = 1;
const SWEPT_AT_ONCE = 100;
const RESCUED_AT_START = 16;
const HOUR_MS = 3600_000;

/** Deletes uploads that were abandoned for two days, and files that killed processes left on this machine. */
export async function sweepUploads(context: Context): Promise<void> {
  const nowMs = context.clock.now().getTime();
  await sweepFolder(uploadFolder(context), nowMs - KEEP_FILES_HOURS * HOUR_MS);
  const before = new Date(nowMs - KEEP_HOURS * HOUR_MS);
  for (const id of await listAbandonedUploads(context.db, before, SWEPT_AT_ONCE)) {
    await forgetUpload(context, id);
  }
}

async function sweepFolder(folder: string, oldestMs: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const file = await stat(path).catch(() => undefined);
    if (file && file.mtimeMs < oldestMs) await rm(path, { force: true });
  }
}

/** Restarts the photos of a killed process at once; the queue would notice only after a while. */
export async function rescueInterrupted({ db, queue }: Context): Promise<void> {
  for (const imageId of await listOldestWaiting(db, RESCUED_AT_START)) {
    await queue.enqueue(db, processImageJob, { imageId });
  }
}

/** Holds files of this machine while they arrive. Other machines find the rest in the storage. */
export function uploadFolder({ config }: Pick<Context, 'config'>): string {
  return join(config.dataDir, 'uploads');
}

/** The row exists before the object, so that no object is ever unknown. */
export async function announcePiece(db: Db, piece: Piece): Promise<void> {
  await db.insertInto('uploadPieces').values(piece).execute();
}

/** Returns false if another request has taken the lock; its bytes then count and not these. */
async function advanceUpload(
  db: Db,
  step: { id: string; lockHolder: string; from: number; to: number; now: Date },
): Promise<boolean> {
  const advanced = await db
    .updateTable('uploads')
    .set({ offsetBytes: step.to, changedAt: step.now.toISOString() })
    .where('id', '=', step.id)
    .where('lockHolder', '=', step.lockHolder)
    .where('offsetBytes', '=', step.from)
    .returning('id')
    .executeTakeFirst();
  return advanced !== undefined;
}

export async function markPiece(db: Db, key: string, isStored: boolean): Promise<void> {
  await db.updateTable('uploadPieces').set({ isStored }).where('key', '=', key).execute();
}

/** In the order of their bytes. */
function listStoredPieces(db: Db, uploadId: string): Promise<Piece[]> {
  return db
    .selectFrom('uploadPieces')
    .select(['key', 'uploadId', 'startByte', 'sizeBytes'])
    .where('uploadId', '=', uploadId)
    .where('isStored', '=', true)
    .orderBy('startByte')
    .execute();
}

/** Uploads that nobody works on and that have not changed since then, the oldest first. */
async function listAbandonedUploads(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('changedAt', '<', before.toISOString())
    .where((eb) => eb.or([eb('lockHolder', 'is', null), eb('lockedUntil', '<', sql<string>`now()`)]))
    .orderBy('changedAt')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
