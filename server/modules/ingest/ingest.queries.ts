import { sql } from 'kysely';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { imagesToJoin } from '#server/modules/images/new-images.ts';
import type { Db } from '#server/platform/database/database.ts';

export type BatchRow = NonNullable<Awaited<ReturnType<typeof findBatch>>>;

export function findBatch(db: Db, batchId: string) {
  return db.selectFrom('ingestBatches').selectAll().where('id', '=', batchId).executeTakeFirst();
}

export const fileState = sql<'received' | 'filed' | 'unsorted' | 'clock' | 'duplicate' | 'failed'>`
  case
    when ingest_files.outcome <> 'image' then ingest_files.outcome
    when image.state = 'ready' then case when image.album_id is null then 'unsorted' else 'filed' end
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
    .where(fileState, 'in', ['failed', 'duplicate', 'unsorted'])
    .execute();
}

export function selectBatchResults(db: Db, batchId: string, limit: number) {
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
      sql`case ${fileState} when 'failed' then 0 when 'unsorted' then 1 when 'duplicate' then 2 else 3 end`,
    )
    .orderBy('ingestFiles.id')
    .limit(limit);
}
