import { sql } from 'kysely';
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

/** False when this upload is recorded already. */
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

export type NewBatch = {
  id: string;
  eventId: number;
  albumId: number | null;
  totalFiles: number;
  openedBy: number;
};

export async function insertBatch(db: Db, batch: NewBatch): Promise<void> {
  await db.insertInto('ingestBatches').values(batch).execute();
}

export function findBatch(db: Db, batchId: string) {
  return db.selectFrom('ingestBatches').selectAll().where('id', '=', batchId).executeTakeFirst();
}

const fileState = sql<'received' | 'filed' | 'doubtful' | 'clock' | 'duplicate' | 'failed'>`
  case
    when ingest_files.outcome <> 'image' then ingest_files.outcome
    when images.state = 'ready' then case when images.album_id is null then 'doubtful' else 'filed' end
    else images.state
  end`;

function selectBatchFiles(db: Db, batchId: string) {
  return db
    .selectFrom('ingestFiles')
    .leftJoin('images', 'images.id', 'ingestFiles.imageId')
    .where('ingestFiles.batchId', '=', batchId);
}

export function countBatchFiles(db: Db, batchId: string) {
  return selectBatchFiles(db, batchId)
    .select((eb) => [fileState.as('state'), eb.fn.countAll<number>().as('files')])
    .groupBy(fileState)
    .execute();
}

export function listBatchProblems(db: Db, batchId: string, limit: number) {
  return selectBatchFiles(db, batchId)
    .select((eb) => [
      'ingestFiles.name',
      'ingestFiles.sizeBytes',
      'ingestFiles.imageId',
      eb.fn.coalesce('ingestFiles.reason', 'images.failure').as('reason'),
      fileState.as('state'),
    ])
    .where(fileState, 'in', ['failed', 'duplicate', 'doubtful'])
    .orderBy(sql`case ${fileState} when 'failed' then 0 when 'doubtful' then 1 else 2 end`)
    .orderBy('ingestFiles.id')
    .limit(limit)
    .execute();
}

export function findWaitingImage(db: Db, imageId: number) {
  return db
    .selectFrom('images')
    .innerJoin('events', 'events.id', 'images.eventId')
    .leftJoin('users', 'users.id', 'images.uploadedBy')
    .select([
      'images.id',
      'images.eventId',
      'images.albumId',
      'images.contentHash',
      'events.timeZone',
      'events.trayUuid',
      'users.name as uploaderName',
    ])
    .where('images.id', '=', imageId)
    .where('images.state', '=', 'received')
    .executeTakeFirst();
}

export type WaitingImage = NonNullable<Awaited<ReturnType<typeof findWaitingImage>>>;

export function listCameraOffsets(db: Db, eventId: number) {
  return db
    .selectFrom('cameras')
    .select(['serial', 'offsetSeconds'])
    .where('eventId', '=', eventId)
    .where('offsetSeconds', 'is not', null)
    .$narrowType<{ offsetSeconds: number }>()
    .execute();
}

/** Frames that time may move: ready, and placed by nobody's own decision. */
export async function listRefilable(
  db: Db,
  search: { eventId: number; serial: string | undefined; afterId: number; limit: number },
): Promise<number[]> {
  let query = db
    .selectFrom('images')
    .select('id')
    .where('eventId', '=', search.eventId)
    .where('state', '=', 'ready')
    .where('filedBy', '=', 'time')
    .where('id', '>', search.afterId)
    .orderBy('id')
    .limit(search.limit);
  if (search.serial !== undefined) query = query.where('cameraSerial', '=', search.serial);
  return (await query.execute()).map(({ id }) => id);
}

export function listUnfiled(db: Db, eventId: number, limit: number) {
  return db
    .selectFrom('images')
    .select(['id', 'fileName', 'width', 'height', 'capturedAt', 'cameraSerial', 'placeholder', 'doubt'])
    .select(sql<string | null>`nullif(btrim(photographer), '')`.as('photographer'))
    .where('eventId', '=', eventId)
    .where('albumId', 'is', null)
    .where('state', '=', 'ready')
    .where('hiddenAt', 'is', null)
    .orderBy('capturedAt')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The oldest waiting frames are those a killed process had in its hands. */
export async function listOldestWaiting(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('images')
    .select('id')
    .where('state', '=', 'received')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export function listImageStates(db: Db, imageIds: number[]) {
  return db
    .selectFrom('images')
    .select(['id', 'state', 'failure', sql<boolean>`album_id is not null`.as('isFiled')])
    .where('id', 'in', imageIds)
    .execute();
}
