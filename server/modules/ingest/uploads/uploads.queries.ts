import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database/database.ts';

/** Locks are timed by the clock of the database, because those of several machines differ. */
const lockEnd = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`;

type NewUpload = {
  id: string;
  batchId: string;
  passId: number | null;
  uploadedBy: number | null;
  fileName: string;
  sizeBytes: number;
};

/** Returns false if there is no such batch for this sender: staff for a batch of staff, a pass for one of its own. */
export async function insertUpload(db: Db, { batchId, ...upload }: NewUpload, now: Date): Promise<boolean> {
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

/** Returns 'missing' if there is no such upload, and asks the holder of the lock to give it up if there is one. */
export async function takeUploadLock(
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

export function renewUploadLocks(db: Db, holders: string[], seconds: number) {
  return db
    .updateTable('uploads')
    .set({ lockedUntil: lockEnd(seconds) })
    .where('lockHolder', '=', anyOf(holders))
    .returning(['lockHolder', 'isLockWanted'])
    .execute();
}

export async function freeUploadLock(db: Db, id: string, holder: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ lockHolder: null, lockedUntil: null, isLockWanted: false })
    .where('id', '=', id)
    .where('lockHolder', '=', holder)
    .execute();
}

export type Piece = { key: string; uploadId: string; startByte: number; sizeBytes: number };

/** The row exists before the object, so that no object is ever unknown. */
export async function announcePiece(db: Db, piece: Piece): Promise<void> {
  await db.insertInto('uploadPieces').values(piece).execute();
}

/** Returns false if another request has taken the lock; its bytes then count and not these. */
export async function advanceUpload(
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
export function listStoredPieces(db: Db, uploadId: string): Promise<Piece[]> {
  return db
    .selectFrom('uploadPieces')
    .select(['key', 'uploadId', 'startByte', 'sizeBytes'])
    .where('uploadId', '=', uploadId)
    .where('isStored', '=', true)
    .orderBy('startByte')
    .execute();
}

export async function listPieceKeys(db: Db, uploadId: string): Promise<string[]> {
  const rows = await db.selectFrom('uploadPieces').select('key').where('uploadId', '=', uploadId).execute();
  return rows.map(({ key }) => key);
}

export async function deletePieceRows(db: Db, keys: string[]): Promise<void> {
  await db.deleteFrom('uploadPieces').where('key', '=', anyOf(keys)).execute();
}

export async function deleteUploadRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute();
}

/** Uploads that nobody works on and that have not changed since then, the oldest first. */
export async function listAbandonedUploads(db: Db, before: Date, limit: number): Promise<string[]> {
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
