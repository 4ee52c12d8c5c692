import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { sql } from 'kysely';
import { z } from 'zod';
import { uuid } from '#contract/primitives.ts';
import type { Context } from '#server/context.ts';
import { receiveFile } from '#server/modules/ingest/receive-file.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import {
  findUpload,
  type LockedUpload,
  type Piece,
  type UploadLocks,
  type UploadRow,
} from './upload-locks.ts';
import {
  appendPieces,
  findSmallTail,
  forgetAllPieces,
  forgetUpload,
  openSpool,
  PIECE_BYTES,
  type Spool,
  storePiece,
  uploadFolder,
} from './upload-pieces.ts';

const UPLOAD_ID = /^\w{1,64}$/;

/** The client's metadata after `checkMetadata`. */
const checkedMetadata = z.object({
  batch: uuid,
  filename: z.string(),
  sender: z.string().nullish(),
  pass: z.string().nullish(),
});

/** Keeps uploads in the database and the storage, which all processes share. */
export class UploadStore extends DataStore {
  readonly #context: Context;
  readonly #locks: UploadLocks;

  constructor(context: Context, locks: UploadLocks) {
    super();
    this.#context = context;
    this.#locks = locks;
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  /** Returns undefined for names that cannot be those of uploads, too. */
  async find(id: string): Promise<UploadRow | undefined> {
    return UPLOAD_ID.test(id) ? findUpload(this.#context.db, id) : undefined;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size = 0 } = upload;
    const { batch, filename, sender, pass } = checkedMetadata.parse(upload.metadata);
    const row = {
      id,
      batchId: batch,
      passId: pass ? Number(pass) : null,
      uploadedBy: sender ? Number(sender) : null,
      fileName: filename,
      sizeBytes: size,
    };
    const { db, clock } = this.#context;
    if (!(await insertUpload(db, row, clock.now()))) throw new AppError('not_found');
    if (size === 0) await this.#receiveEmpty(id);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#get(id);
    return new Upload({
      id,
      size: row.sizeBytes,
      offset: row.isReceived ? row.sizeBytes : row.offsetBytes,
      metadata: { batch: row.batchId, filename: row.fileName },
      creation_date: new Date(row.createdAt).toISOString(),
    });
  }

  override async remove(id: string): Promise<void> {
    await this.#get(id);
    await forgetUpload(this.#context, id);
  }

  /**
   * Stores what arrives and receives the file once it is whole. The last bytes count only when the file is received, so
   * a client that asks after a failure is told to send them again.
   */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const { row, holder } = this.#locks.find(id) ?? (await this.#locks.lockNew(id));
    if (row.isReceived) return row.sizeBytes;
    const writer = await this.#openWriter({ row, holder }, offset);
    try {
      // Bytes that arrived before a connection was lost are kept.
      const failure = await writer.takeAll(readable);
      if (writer.end === row.sizeBytes) await this.#receive(row, writer.spool, writer.spoolStart);
      else await writer.storeRest();
      if (failure) throw failure;
      return writer.end;
    } finally {
      await writer.spool.close();
    }
  }

  async #get(id: string): Promise<UploadRow> {
    const row = this.#locks.find(id)?.row ?? (await this.find(id));
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    return row;
  }

  async #openWriter({ row, holder: lockHolder }: LockedUpload, offset: number) {
    const context = this.#context;
    const spool = await openSpool(uploadFolder(context));
    try {
      const tail = offset > 0 ? await findSmallTail(context, row.id) : undefined;
      const stored = tail && (await context.storage.read(tail.key));
      if (stored) await spool.append(stored);
      return createWriter(context, { row, offset, lockHolder, spool, tail });
    } catch (error) {
      await spool.close();
      throw error;
    }
  }

  async #receiveEmpty(id: string): Promise<void> {
    const spool = await openSpool(uploadFolder(this.#context));
    try {
      await this.#receive(await this.#get(id), spool, 0);
    } finally {
      await spool.close();
    }
  }

  async #receive(row: UploadRow, spool: Spool, spoolStart: number): Promise<void> {
    const hasPieces = spoolStart > 0 || row.offsetBytes > 0 || row.sizeBytes > PIECE_BYTES;
    if (spoolStart === 0) return this.#receiveWhole(row, spool.path, hasPieces);
    const whole = await openSpool(uploadFolder(this.#context));
    try {
      await appendPieces(this.#context, whole, { uploadId: row.id, end: spoolStart });
      for (let start = 0; start < spool.sizeBytes; start += PIECE_BYTES) {
        await whole.append(await spool.read(start, Math.min(start + PIECE_BYTES, spool.sizeBytes)));
      }
      await this.#receiveWhole(row, whole.path, hasPieces);
    } finally {
      await whole.close();
    }
  }

  /** The upload id makes it count once. */
  async #receiveWhole(row: UploadRow, path: string, hasPieces: boolean): Promise<void> {
    const context = this.#context;
    if (row.eventId === null) {
      await forgetUpload(context, row.id);
      throw ERRORS.FILE_NOT_FOUND;
    }
    await receiveFile(context, {
      path,
      eventId: row.eventId,
      albumId: row.albumId,
      announced: { batchId: row.batchId, uploadId: row.id },
      fileName: row.fileName,
      uploadedBy: row.uploadedBy,
      passId: row.passId,
    });
    if (!hasPieces) return;
    // The sweep deletes the pieces if this fails.
    await forgetAllPieces(context, row.id).catch((error: unknown) =>
      context.log.warn({ err: error }, 'deleting the pieces of a received upload failed'),
    );
  }
}

type Start = {
  row: UploadRow;
  offset: number;
  lockHolder: string;
  spool: Spool;
  /** A small stored piece whose bytes are at the beginning of the spool. */
  tail: Piece | undefined;
};

/** Collects bytes of one request in a file of this machine and stores them in pieces. */
function createWriter(context: Context, { row, offset, lockHolder, spool, tail }: Start) {
  const spoolStart = offset - spool.sizeBytes;
  let replaces = tail;
  let pieceStart = 0;

  async function storeUpTo(end: number): Promise<void> {
    const data = await spool.read(pieceStart, end);
    const startByte = spoolStart + pieceStart;
    await storePiece(context, { uploadId: row.id, lockHolder, startByte, data, replaces });
    pieceStart = end;
    replaces = undefined;
  }

  const endOf = () => spoolStart + spool.sizeBytes;
  return {
    spool,
    spoolStart,
    get end() {
      return endOf();
    },
    /** Returns the error that ended the connection too early. */
    async takeAll(readable: Readable): Promise<unknown> {
      const chunks = readable[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      for (;;) {
        const next = await chunks.next().catch((error: unknown) => ({ failure: error }));
        if ('failure' in next) return next.failure;
        if (next.done) return undefined;
        await spool.append(next.value);
        // The last piece is not stored, because the whole file follows.
        while (spool.sizeBytes - pieceStart >= PIECE_BYTES && endOf() < row.sizeBytes) {
          await storeUpTo(pieceStart + PIECE_BYTES);
        }
      }
    },
    async storeRest(): Promise<void> {
      if (endOf() > offset && spool.sizeBytes > pieceStart) await storeUpTo(spool.sizeBytes);
    },
  };
}

/** Returns false if there is no such batch for this sender: staff for a batch of staff, a pass for one of its own. */
async function insertUpload(db: Db, { batchId, ...upload }: NewUpload, now: Date): Promise<boolean> {
  const at = sql<string>`${now.toISOString()}::timestamptz`;
  const inserted = await db
    .insertInto('uploads')
    .columns(['batchId', 'id', 'passId', 'uploadedBy', 'fileName', 'sizeBytes', 'createdAt', 'changedAt'])
    .expression((eb) =>
      eb
        .selectFrom('ingestBatches')
        .select(['id as batchId', sql<string>`${upload.id}::text`.as('id'), 'passId'])
        .select(sql<number>`${upload.uploadedBy}::integer`.as('uploadedBy'))
        .select(sql<string>`${upload.fileName}::text`.as('fileName'))
        .select(sql<number>`${upload.sizeBytes}::bigint`.as('sizeBytes'))
        .select([at.as('createdAt'), at.as('changedAt')])
        .where('id', '=', batchId)
        .where(sql<boolean>`pass_id is not distinct from ${upload.passId}`),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

type NewUpload = {
  id: string;
  batchId: string;
  passId: number | null;
  uploadedBy: number | null;
  fileName: string;
  sizeBytes: number;
};
