import { sql } from 'kysely';
import type { Tx } from '#server/context.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { type ExportFile, jsonFile, jsonFiles } from '#server/platform/personal-data/export-file.ts';
import { listTeamSubscriptions } from './team-subscriptions.ts';

export async function* exportFoundAlbums({ db }: Pick<Tx, 'db'>, userId: number): AsyncGenerator<ExportFile> {
  yield jsonFile('saved-teams.json', await listTeamSubscriptions(db, userId));
  yield* jsonFiles('found-albums', async (afterId, limit) => {
    const rows = await db
      .selectFrom('userFoundAlbums as found')
      .select(['found.id', 'found.albumId', 'found.foundBy', 'found.createdAt'])
      .select(
        sql<string[] | null>`
          (select json_agg(views.created_at order by views.id) from user_album_views views
            where views.found_album_id = found.id)`.as('views'),
      )
      .where('found.userId', '=', userId)
      .where('found.id', '>', afterId)
      .orderBy('found.id')
      .limit(limit)
      .execute();
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
