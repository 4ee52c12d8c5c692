import { randomUUID } from 'node:crypto';
import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import type { Tx } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { getBatch } from './batches.ts';
import { findBatch, insertBatch, listBatchResults } from './ingest.queries.ts';
import { toWireResult } from './ingest.wire.ts';

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
  const results = await listBatchResults(tx.db, batchId, MAX_RESULTS);
  // A duplicate may be the frame of somebody else, so no number of a frame is told.
  return { ...batch, problems: results.map((file) => ({ ...toWireResult(file), image: null })) };
}
