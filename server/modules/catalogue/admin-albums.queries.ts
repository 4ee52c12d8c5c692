import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import { hasKeywords, splitKeywords } from './keywords.ts';

export type AdminAlbumSearch = { eventId?: number; text?: string; start: number; limit: number };

/** PostgreSQL writes the JSON: of 37,500 albums this takes half the time of rows that become objects and text. */
export async function listAdminAlbumsAsJson(db: Db, search: AdminAlbumSearch): Promise<string> {
  const conditions = [
    hasKeywords(sql`search`, splitKeywords(search.text ?? '')),
    search.eventId === undefined ? sql<boolean>`true` : sql<boolean>`event_id = ${search.eventId}`,
  ];
  const { rows } = await sql<{ albums: string }>`
    select coalesce(json_agg(json_build_object(
      'id', id, 'uuid', uuid, 'program_name', program_name, 'team_name', team_name,
      'division_name', division_name, 'performance_order', performance_order, 'identifier', identifier,
      'planned_at', ${isoText('planned_at')}, 'created_at', ${isoText('created_at')},
      'images_count', images_count, 'event', event_id, 'published_at', ${isoText('published_at')}
    )), '[]')::text as albums
    from (
      select * from albums
      where ${sql.join(conditions, sql` and `)}
      order by created_at desc, id desc
      offset ${search.start} limit ${search.limit}
    ) page`.execute(db);
  return rows[0]?.albums ?? '[]';
}

/** The contract's moments end in Z; PostgreSQL's own JSON would write +00:00. */
function isoText(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
