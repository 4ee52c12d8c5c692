import { randomUUID } from 'node:crypto';
import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import type { Context } from '#server/context.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { findEventFacts } from '#server/modules/catalogue/browse-events.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { countBatchFiles, findBatch, insertBatch, listBatchProblems } from './ingest.queries.ts';

const MAX_PROBLEMS = 500;

export type BatchOpening = {
  eventId: number;
  albumId: number | null;
  totalFiles: number;
  openedBy: number;
};

export async function openBatch({ db }: Pick<Context, 'db'>, opening: BatchOpening): Promise<IngestBatch> {
  const { eventId, albumId } = opening;
  if (!(await findEventFacts(db, eventId))) throw new AppError('not_found');
  const album = albumId === null ? undefined : await findAlbumFacts(db, albumId);
  if (albumId !== null && album?.eventId !== eventId) throw new AppError('not_found');
  const id = randomUUID();
  await insertBatch(db, { ...opening, id });
  return getBatch(db, id);
}

export async function getBatch(db: Db, batchId: string): Promise<IngestBatch> {
  const batch = await findBatch(db, batchId);
  if (!batch) throw new AppError('not_found');
  const counts = { received: 0, filed: 0, doubtful: 0, clock: 0, duplicate: 0, failed: 0 };
  for (const { state, files } of await countBatchFiles(db, batchId)) counts[state] = files;
  const arrived = Object.values(counts).reduce((sum, files) => sum + files, 0);
  const problems = await listBatchProblems(db, batchId, MAX_PROBLEMS);
  return {
    id: batch.id,
    event: batch.eventId,
    album: batch.albumId,
    total_files: batch.totalFiles,
    counts,
    finished: arrived >= batch.totalFiles && counts.received === 0,
    problems: problems.map((file) => ({
      name: file.name,
      size_bytes: file.sizeBytes,
      state: file.state,
      reason: file.reason,
      image: file.imageId,
    })),
  };
}
