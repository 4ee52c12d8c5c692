import { type RawBuilder, sql } from 'kysely';
import type { AlbumSort, AlbumSortKey, AlbumState } from '#contract/entities/admin-album.ts';
import type { Db } from '#server/platform/database.ts';
import { hasKeywords, splitKeywords } from '#server/platform/keywords.ts';

export type AdminAlbumFilter = {
  eventId?: number | undefined;
  text?: string | undefined;
  state?: AlbumState | undefined;
};
export type AdminAlbumSearch = AdminAlbumFilter & { sort: AlbumSort; start: number; limit: number };

/** PostgreSQL writes the JSON, because serializing 37,500 rows would block Node for all other calls. */
export async function listAdminAlbumsAsJson(db: Db, search: AdminAlbumSearch): Promise<string> {
  const { rows } = await sql<{ albums: string }>`
    select coalesce(json_agg(row_to_json(page)), '[]')::text as albums
    from (
      select albums.id, uuid, program_name, team_name, division_name, performance_order, identifier,
        ${isoText('planned_at')} as planned_at, ${isoText('created_at')} as created_at,
        images_count, event_id as event, ${isoText('published_at')} as published_at
      from ${pageOf(search)}
    ) page`.execute(db);
  return rows[0]?.albums ?? '[]';
}

/** Deep pages sort only ids, because skipping whole rows is slow. */
function pageOf(search: AdminAlbumSearch): RawBuilder<unknown> {
  const { sort, start, limit } = search;
  const source = sort.startsWith('event:')
    ? sql`albums join events on events.id = albums.event_id`
    : sql`albums`;
  const order = sql`order by ${sortBy(sort)}`;
  const chosen = sql`${source} where ${passesFilter(search)} ${order} offset ${start} limit ${limit}`;
  if (start === 0) return chosen;
  return sql`${source} where albums.id = any (array(select albums.id from ${chosen})) ${order}`;
}

export async function countAdminAlbums(db: Db, filter: AdminAlbumFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from albums where ${passesFilter(filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

const STATES: Record<AlbumState, RawBuilder<boolean>> = {
  published: sql`albums.published_at is not null`,
  draft: sql`albums.published_at is null`,
  empty: sql`albums.images_count = 0`,
  archived: sql`albums.event_id in (select id from events where archived)`,
};

export function passesFilter({ eventId, text = '', state }: AdminAlbumFilter): RawBuilder<boolean> {
  const conditions = [hasKeywords(sql`albums.search`, splitKeywords(text))];
  if (eventId !== undefined) conditions.push(sql`albums.event_id = ${eventId}`);
  if (state !== undefined) conditions.push(STATES[state]);
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** Every order ends with the id, so that no row appears on two pages. */
const SORTS: Record<AlbumSortKey, string[]> = {
  created_at: ['albums.created_at', 'albums.id'],
  performance_order: ['albums.performance_order', 'albums.id'],
  name: ['lower(albums.program_name)', 'lower(albums.team_name)', 'albums.id'],
  event: ['lower(events.name)', 'events.id', 'albums.performance_order', 'albums.id'],
  images_count: ['albums.images_count', 'albums.id'],
  published_at: ['albums.published_at', 'albums.id'],
};

function sortBy(sort: AlbumSort): RawBuilder<unknown> {
  const [key, direction] = sort.split(':') as [AlbumSortKey, 'asc' | 'desc'];
  // Unpublished albums sort before all published ones.
  const way = sql.raw(direction === 'asc' ? 'asc nulls first' : 'desc nulls last');
  const plain = sql.raw(direction);
  return sql.join(
    SORTS[key].map((column) => sql`${sql.raw(column)} ${column === 'albums.published_at' ? way : plain}`),
  );
}

/** Sessions run in UTC, so replacing the offset is enough and takes half the time of `to_char`. */
function isoText(column: string) {
  return sql`replace(replace(${sql.ref(`albums.${column}`)}::text, ' ', 'T'), '+00', 'Z')`;
}
