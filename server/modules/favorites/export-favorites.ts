import type { Tx } from '#server/context.ts';
import { imagesById } from '#server/modules/images/album-images.ts';
import { type ExportFile, jsonFiles } from '#server/platform/export-file.ts';
import { listFavoritesAfter } from './favorites.queries.ts';

export async function* exportFavorites({ db }: Pick<Tx, 'db'>, userId: number): AsyncGenerator<ExportFile> {
  yield* jsonFiles('favorites', async (afterId, limit) => {
    const rows = await listFavoritesAfter(db, { userId, afterId, limit });
    const images = await imagesById(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id, createdAt }) => ({ id, albumId: images.get(id)?.albumId ?? null, createdAt }));
  });
}
