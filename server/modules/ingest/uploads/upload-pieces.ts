import { randomUUID } from 'node:crypto';
import { type Context, inTransaction } from '#server/context.ts';
import { createTurns } from '#server/platform/turns.ts';
import type { Spool } from './spool.ts';
import { LOCKED } from './upload-locks.ts';
import {
  advanceUpload,
  announcePiece,
  deletePieceRows,
  deleteUploadRow,
  listPieceKeys,
  listStoredPieces,
  markPiece,
  type Piece,
} from './uploads.queries.ts';

/** While more bytes follow, this many are stored at a time; a killed process loses only those that came after. */
export const PIECE_BYTES = 16 * 1024 * 1024;
/** A smaller last piece is stored again together with the bytes that follow it, so that pieces stay few. */
const SMALL_PIECE_BYTES = 1024 * 1024;
/** Pieces are in memory while they are stored. */
const STORED_AT_ONCE = 2;

const takeTurn = createTurns<number>();
let lastTurn = 0;

export type PieceToStore = {
  uploadId: string;
  lockHolder: string;
  startByte: number;
  data: Buffer;
  /** The piece at the same start that this one takes the place of. */
  replaces: Piece | undefined;
};

/**
 * Stores a piece and moves the upload on by it. Every piece has a name of its own, so a process that lost its lock
 * cannot damage what another one stored.
 */
export async function storePiece(context: Context, piece: PieceToStore): Promise<Piece> {
  const { uploadId, lockHolder, startByte, data, replaces } = piece;
  const row = { key: `uploads/${uploadId}/${randomUUID()}`, uploadId, startByte, sizeBytes: data.length };
  await announcePiece(context.db, row);
  lastTurn = (lastTurn + 1) % STORED_AT_ONCE;
  await takeTurn(lastTurn, () => context.storage.put(row.key, data));
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
  await deletePieceRows(db, keys);
}

export async function forgetAllPieces(context: Context, uploadId: string): Promise<void> {
  const keys = await listPieceKeys(context.db, uploadId);
  if (keys.length > 0) await forgetPieces(context, keys);
}

export async function forgetUpload(context: Context, uploadId: string): Promise<void> {
  await forgetAllPieces(context, uploadId);
  await deleteUploadRow(context.db, uploadId);
}
