import { type Insertable, sql } from 'kysely';
import { namesToJoin } from '#server/modules/accounts/find-people.ts';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { eventsToJoin } from '#server/modules/catalogue/events.ts';
import { SCHEDULE_OF_EVENT } from '#server/modules/catalogue/schedule.ts';
import { passesToJoin } from '#server/modules/event-links/passes.ts';
import {
  imagesToJoin,
  type NewImage,
  newImage,
  waitingImages,
} from '#server/modules/images/image-records.ts';
import type { IngestBatches } from '#server/platform/database/database.gen.ts';
import type { Db } from '#server/platform/database/database.ts';

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

type NewIngestFile = ReceivedRow & {
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

/**
 * Adds a picture and the file it came in, and ends its upload, with one statement. Returns undefined if the event already has a picture with
 * these bytes, and fails if the upload is already recorded.
 */
export async function insertImageOfFile(
  db: Db,
  image: NewImage,
  file: Pick<NewIngestFile, 'batchId' | 'uploadId' | 'name' | 'sizeBytes'> & { lockHolder?: string },
): Promise<number | undefined> {
  const recorded = await db
    .with('added', () => newImage(db, image))
    .with('freed', (query) =>
      query
        .updateTable('uploads')
        .set({ lockHolder: null, lockedUntil: null, isLockWanted: false })
        .where('id', '=', file.uploadId)
        .where('lockHolder', '=', file.lockHolder ?? null)
        .where(sql<boolean>`exists (select from added)`),
    )
    .insertInto('ingestFiles')
    .columns(['batchId', 'uploadId', 'name', 'sizeBytes', 'outcome', 'imageId'])
    .expression((eb) =>
      eb
        .selectFrom('added')
        .select(sql<string>`${file.batchId}::uuid`.as('batchId'))
        .select(sql<string>`${file.uploadId}::text`.as('uploadId'))
        .select(sql<string>`${file.name}::text`.as('name'))
        .select(sql<number>`${file.sizeBytes}::bigint`.as('sizeBytes'))
        .select(sql<string>`'image'`.as('outcome'))
        .select('added.id'),
    )
    .returning('imageId')
    .executeTakeFirst();
  return recorded?.imageId ?? undefined;
}

const CAMERAS_OF_EVENT = sql<[serial: string, offsetSeconds: number | null][]>`(
  select coalesce(json_agg(json_build_array(serial, offset_seconds)), '[]') from cameras where event_id = event.id)`;

/** A received image with everything that filing it needs: its event, schedule and cameras, and who sent it. */
export function findWaitingFrame(db: Db, imageId: number) {
  return waitingImages(db)
    .innerJoin(eventsToJoin(db).as('event'), 'event.id', 'images.eventId')
    .leftJoin(albumsToJoin(db).as('album'), 'album.id', 'images.albumId')
    .leftJoin(namesToJoin(db).as('uploader'), 'uploader.id', 'images.uploadedBy')
    .leftJoin(passesToJoin(db).as('pass'), 'pass.id', 'images.passId')
    .select(['event.timeZone', 'event.trayUuid', 'event.scheduleVersion', 'event.autoPublish'])
    .select(['album.uuid as albumUuid', 'album.publishedAt as albumPublishedAt'])
    .select(['uploader.name as uploaderName', 'pass.label as passName'])
    .select(SCHEDULE_OF_EVENT.as('schedule'))
    .select(CAMERAS_OF_EVENT.as('cameras'))
    .where('images.id', '=', imageId)
    .executeTakeFirst();
}

export async function insertBatch(db: Db, batch: Insertable<IngestBatches>): Promise<void> {
  await db.insertInto('ingestBatches').values(batch).execute();
}

export type BatchRow = NonNullable<Awaited<ReturnType<typeof findBatch>>>;

export function findBatch(db: Db, batchId: string) {
  return db.selectFrom('ingestBatches').selectAll().where('id', '=', batchId).executeTakeFirst();
}

const fileState = sql<'received' | 'filed' | 'unsorted' | 'clock' | 'duplicate' | 'failed'>`
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
      sql`case ${fileState} when 'failed' then 0 when 'unsorted' then 1 when 'duplicate' then 2 else 3 end`,
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
