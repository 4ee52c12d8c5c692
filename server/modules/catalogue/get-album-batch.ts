import type { AlbumBatch } from '#contract/endpoints/album-batches.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { countOutcomes, findBatch, listFailedAlbums } from './album-batches.queries.ts';

export async function getAlbumBatch(db: Db, key: string): Promise<AlbumBatch> {
  const batch = await findBatch(db, key);
  if (!batch) throw new AppError('not_found');
  const reason = new AppError('not_found').message;
  const counts = await countOutcomes(db, key);
  return {
    key,
    action: batch.action,
    total: [...counts.values()].reduce((sum, albums) => sum + albums, 0),
    changed: counts.get('changed') ?? 0,
    unchanged: counts.get('unchanged') ?? 0,
    refused: (await listFailedAlbums(db, key)).map((id) => ({ id, reason })),
    is_finished: batch.finishedAt !== null,
  };
}
