import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

export function listFoundAfter(
  db: Db,
  { userId, afterId, limit }: { userId: number; afterId: number; limit: number },
) {
  return db
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
}
