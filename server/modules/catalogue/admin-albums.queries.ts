import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import { hasKeywords, splitKeywords } from './keywords.ts';

export type AdminAlbumSearch = { eventId?: number; text?: string; start: number; limit: number };

/** PostgreSQL writes the JSON: 37,500 rows that become objects and text would keep Node from all other calls. */
export async function listAdminAlbumsAsJson(db: Db, search: AdminAlbumSearch): Promise<string> {
  const conditions = [
    hasKeywords(sql`search`, splitKeywords(search.text ?? '')),
    search.eventId === undefined ? sql<boolean>`true` : sql<boolean>`event_id = ${search.eventId}`,
  ];
  const { rows } = await sql<{ albums: string }>`
    select coalesce(json_agg(row_to_json(page)), '[]')::text as albums
    from (
      select id, uuid, program_name, team_name, division_name, performance_order, identifier,
        ${isoText('planned_at')} as planned_at, ${isoText('created_at')} as created_at,
        images_count, event_id as event, ${isoText('published_at')} as published_at
      from albums
      where ${sql.join(conditions, sql` and `)}
      order by albums.created_at desc, id desc
      offset ${search.start} limit ${search.limit}
    ) page`.execute(db);
  return rows[0]?.albums ?? '[]';
}

/** The contract's moments end in Z. Sessions run in UTC, and `to_char` would cost twice this. */
function isoText(column: string) {
  return sql`replace(replace(${sql.ref(column)}::text, ' ', 'T'), '+00', 'Z')`;
}
