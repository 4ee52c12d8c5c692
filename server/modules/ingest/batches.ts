import { randomUUID } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import type { Tx } from '#server/context.ts';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { findEventFacts } from '#server/modules/catalogue/events.ts';
import { imagesToJoin } from '#server/modules/images/new-images.ts';
import type { IngestBatches } from '#server/platform/database/database.gen.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { refileImagesJob } from './refile-images.ts';

const MAX_PROBLEMS = 500;

type NewBatch = { eventId: number; albumId: number | null; totalFiles: number };

export async function openBatch(
  tx: Pick<Tx, 'db' | 'queue'>,
  actor: Actor,
  { eventId, albumId, totalFiles }: NewBatch,
): Promise<IngestBatch> {
  const { db } = tx;
  if (!(await findEventFacts(db, eventId))) throw new AppError('not_found');
  const album = albumId === null ? undefined : await findAlbumFacts(db, albumId);
  if (albumId !== null && album?.eventId !== eventId) throw new AppError('not_found');
  const id = randomUUID();
  await insertBatch(db, { id, eventId, albumId, totalFiles, openedBy: actor.userId });
  return getBatch(tx, id);
}

export async function getBatch(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  batchId: string,
): Promise<IngestBatch> {
  const batch = await findBatch(db, batchId);
  if (!batch) throw new AppError('not_found');
  // The counts are read last: a refiling that ends in between has already changed them.
  const isRefiling = await queue.isUnderWay(refileImagesJob, { data: { eventId: batch.eventId } });
  const problems = await listBatchProblems(db, batchId, MAX_PROBLEMS);
  return toWireBatch({ ...batch, isRefiling }, await countBatchFiles(db, batchId), problems);
}

const MAX_RESULTS = 2_000;

/** An upload belongs to all passes of one photographer at one event. */
type Owner = { id: number; eventId: number; passIds: readonly number[] };

/** A photographer uploads to the event; each frame is filed by its time. */
export async function openBatchOfPass(
  tx: Pick<Tx, 'db' | 'queue'>,
  pass: Owner,
  totalFiles: number,
): Promise<IngestBatch> {
  const id = randomUUID();
  const { eventId } = pass;
  await insertBatch(tx.db, { id, eventId, albumId: null, totalFiles, openedBy: null, passId: pass.id });
  return getBatchOfPass(tx, pass, id);
}

/** Answers only for an upload by the same photographer, and says of every file what became of it. */
export async function getBatchOfPass(
  tx: Pick<Tx, 'db' | 'queue'>,
  { passIds }: Owner,
  batchId: string,
): Promise<IngestBatch> {
  const found = await findBatch(tx.db, batchId);
  if (!found?.passId || !passIds.includes(found.passId)) throw new AppError('not_found');
  const batch = await getBatch(tx, batchId);
  // Files that were filed come after those that need attention.
  const results = await selectBatchResults(tx.db, batchId, MAX_RESULTS)
    .where(fileState, '!=', 'received')
    .execute();
  // A duplicate may be somebody else's photo, so its number is not returned.
  return { ...batch, problems: results.map((file) => ({ ...toWireResult(file), image: null })) };
}

async function insertBatch(db: Db, batch: Insertable<IngestBatches>): Promise<void> {
  await db.insertInto('ingestBatches').values(batch).execute();
}

type BatchRow = NonNullable<Awaited<ReturnType<typeof findBatch>>>;

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

type FileCount = Awaited<ReturnType<typeof countBatchFiles>>[number];

function countBatchFiles(db: Db, batchId: string) {
  return selectBatchFiles(db, batchId)
    .select((eb) => [fileState.as('state'), eb.fn.countAll<number>().as('files')])
    .groupBy(fileState)
    .execute();
}

type BatchProblem = Awaited<ReturnType<typeof listBatchProblems>>[number];

function listBatchProblems(db: Db, batchId: string, limit: number) {
  return selectBatchResults(db, batchId, limit)
    .where(fileState, 'in', ['failed', 'duplicate', 'unsorted'])
    .execute();
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

function toWireBatch(
  batch: BatchRow & { isRefiling: boolean },
  files: FileCount[],
  problems: BatchProblem[],
): IngestBatch {
  const counts = { received: 0, filed: 0, unsorted: 0, clock: 0, duplicate: 0, failed: 0 };
  for (const { state, files: total } of files) counts[state] = total;
  const arrived = Object.values(counts).reduce((sum, total) => sum + total, 0);
  return {
    id: batch.id,
    event: batch.eventId,
    album: batch.albumId,
    total_files: batch.totalFiles,
    counts,
    refiling: batch.isRefiling,
    finished: arrived >= batch.totalFiles && counts.received === 0 && !batch.isRefiling,
    problems: problems.map(toWireResult),
  };
}

const DOUBTS: Record<string, string> = {
  no_time: 'The photo has no capture time.',
  near_boundary: 'It was taken too close to a change of teams.',
  outside_schedule: 'It was taken outside the running order.',
  no_schedule: 'The event has no running order yet.',
  camera_clock: 'The clock of its camera looks wrong.',
};

/** The reason of a filed photo is its album. */
function toWireResult(file: BatchProblem): IngestBatch['problems'][number] {
  const { name, sizeBytes, state, imageId, doubt, programName, teamName } = file;
  const reasons = {
    unsorted: DOUBTS[doubt ?? ''] ?? null,
    filed: `${programName ?? ''} ${teamName ?? ''}`.trim(),
  };
  const reason = state === 'unsorted' || state === 'filed' ? reasons[state] : file.reason;
  return { name, size_bytes: sizeBytes, state, reason, image: imageId };
}
