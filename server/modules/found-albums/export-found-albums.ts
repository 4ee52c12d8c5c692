import type { Tx } from '#server/context.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { type ExportFile, jsonFile, jsonFiles } from '#server/platform/personal-data/export-file.ts';
import { listFoundAfter } from './export-found-albums.queries.ts';
import { listTeamSubscriptions } from './team-subscriptions.ts';

export async function* exportFoundAlbums({ db }: Pick<Tx, 'db'>, userId: number): AsyncGenerator<ExportFile> {
  yield jsonFile('saved-teams.json', await listTeamSubscriptions(db, userId));
  yield* jsonFiles('found-albums', async (afterId, limit) => {
    const rows = await listFoundAfter(db, { userId, afterId, limit });
    const albums = await findSoldAlbums(
      db,
      rows.map(({ albumId }) => albumId),
    );
    return rows.map((row) => ({
      ...row,
      team: albums.get(row.albumId)?.teamName ?? null,
      event: albums.get(row.albumId)?.eventTitle ?? null,
    }));
  });
}
