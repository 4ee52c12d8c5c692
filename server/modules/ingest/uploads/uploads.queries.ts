import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

/** An upload is received when its file is on record; all bytes may have arrived before that. */
const IS_RECEIVED = sql<boolean>`exists (select from ingest_files where ingest_files.upload_id = uploads.id)`;
export const UPLOAD_COLUMNS = [
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
