import { type Insertable, sql } from 'kysely';
import { albumsToJoin } from '#server/modules/catalogue/joined-tables.ts';
import { imagesToJoin } from '#server/modules/images/image-records.ts';
import type { IngestBatches } from '#server/platform/database.gen.ts';
import type { Db } from '#server/platform/database.ts';

export async function findIngestFile(db: Db, uploadId: string) {
  const row = await db
    .selectFrom('ingestFiles')
    .select(['outcome', 'imageId', 'reason'])
    .where('uploadId', '=', uploadId)
    .executeTakeFirst();
  return row as ReceivedRow | undefined;
}

type ReceivedRow =
  | { outcome: 'image'; imageId: number; reason: null }
  | { outcome: 'duplicate'; imageId: number; reason: string }
  | { outcome: 'failed'; imageId: null; reason: string };

export type NewIngestFile = ReceivedRow & {
  batchId: string;
  uploadId: string;
  name: string;
  sizeBytes: number;
};

/** Returns false if this upload is already recorded. */
export async function insertIngestFile(db: Db, row: NewIngestFile): Promise<boolean> {
  const { batchId, uploadId, name, sizeBytes, outcome, reason, imageId } = row;
  const inserted = await db
    .insertInto('ingestFiles')
    .values({ batchId, uploadId, name, sizeBytes, outcome, reason, imageId })
    .onConflict((conflict) => conflict.column('uploadId').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function insertBatch(db: Db, batch: Insertable<IngestBatches>): Promise<void> {
  await db.insertInto('ingestBatches').values(batch).execute();
}

export type BatchRow = NonNullable<Awaited<ReturnType<typeof findBatch>>>;

export function findBatch(db: Db, batchId: string) {
  return db.selectFrom('ingestBatches').selectAll().where('id', '=', batchId).executeTakeFirst();
}

const fileState = sql<'received' | 'filed' | 'doubtful' | 'clock' | 'duplicate' | 'failed'>`
  case
    when ingest_files.outcome <> 'image' then ingest_files.outcome
    when image.state = 'ready' then case when image.album_id is null then 'doubtful' else 'filed' end
    else image.state
  end`;

function selectBatchFiles(db: Db, batchId: string) {
  return db
    .selectFrom('ingestFiles')
    .leftJoin(imagesToJoin(db).as('image'), 'image.id', 'ingestFiles.imageId')
    .where('ingestFiles.batchId', '=', batchId);
}

export type FileCount = Awaited<ReturnType<typeof countBatchFiles>>[number];

export function countBatchFiles(db: Db, batchId: string) {
  return selectBatchFiles(db, batchId)
    .select((eb) => [fileState.as('state'), eb.fn.countAll<number>().as('files')])
    .groupBy(fileState)
    .execute();
}

export type BatchProblem = Awaited<ReturnType<typeof listBatchProblems>>[number];

export function listBatchProblems(db: Db, batchId: string, limit: number) {
  return selectBatchResults(db, batchId, limit)
    .where(fileState, 'in', ['failed', 'duplicate', 'doubtful'])
    .execute();
}

/** Also lists files that were filed, after those that need attention. */
export function listBatchResults(db: Db, batchId: string, limit: number) {
  return selectBatchResults(db, batchId, limit).where(fileState, '!=', 'received').execute();
}

function selectBatchResults(db: Db, batchId: string, limit: number) {
  return selectBatchFiles(db, batchId)
    .leftJoin(albumsToJoin(db).as('album'), 'album.id', 'image.albumId')
    .select((eb) => [
      'ingestFiles.name',
      'ingestFiles.sizeBytes',
      'ingestFiles.imageId',
      eb.fn.coalesce('ingestFiles.reason', 'image.failure').as('reason'),
      'image.doubt',
      'album.programName',
      'album.teamName',
      fileState.as('state'),
    ])
    .orderBy(
      sql`case ${fileState} when 'failed' then 0 when 'doubtful' then 1 when 'duplicate' then 2 else 3 end`,
    )
    .orderBy('ingestFiles.id')
    .limit(limit);
}

export function listCameraOffsets(db: Db, eventId: number) {
  return db
    .selectFrom('cameras')
    .select(['serial', 'offsetSeconds'])
    .where('eventId', '=', eventId)
    .where('offsetSeconds', 'is not', null)
    .$narrowType<{ offsetSeconds: number }>()
    .execute();
}
