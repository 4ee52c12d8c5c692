import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import type { Tx } from '#server/context.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { findEventFacts } from '#server/modules/catalogue/events.ts';
import type { IngestBatches } from '#server/platform/database/database.gen.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import {
  countBatchFiles,
  fileState,
  findBatch,
  listBatchProblems,
  selectBatchResults,
} from './ingest.queries.ts';
import { toWireBatch, toWireResult } from './ingest.wire.ts';
import { refileImagesJob } from './refile-images.ts';

const MAX_PROBLEMS = 500;

export type NewBatch = { eventId: number; albumId: number | null; totalFiles: number };

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
  // A duplicate may be the frame of somebody else, so no number of a frame is told.
  return { ...batch, problems: results.map((file) => ({ ...toWireResult(file), image: null })) };
}

export async function insertBatch(db: Db, batch: Insertable<IngestBatches>): Promise<void> {
  await db.insertInto('ingestBatches').values(batch).execute();
}
