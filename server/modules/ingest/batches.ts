import { randomUUID } from 'node:crypto';
import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import type { Tx } from '#server/context.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { findEventFacts } from '#server/modules/catalogue/browse-events.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { countBatchFiles, findBatch, insertBatch, listBatchProblems } from './ingest.queries.ts';
import { toWireBatch } from './ingest.wire.ts';
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
