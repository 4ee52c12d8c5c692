import { type RawBuilder, sql } from 'kysely';
import type { ScraperRow } from '#contract/entities/staff-rows.ts';
import { scrapingMonitorList } from '#contract/lists/operations.ts';
import { PROGRAM_DAYS } from '#contract/rules/albums.ts';
import { searchText } from '#contract/rules/keyword-filter.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { sortPart, sqlList } from '#server/platform/lists/list-source.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';

const MAX_NAMED = 5;

type WatchRecord = {
  id: number;
  name: string;
  email: string;
  programsOpened: number;
  programsUnbought: number;
  albumsOpened: number;
  albumsBought: number;
  pictures: number;
  createdAt: string;
  lastSeenAt: string | null;
  suspendedAt: string | null;
};

const since = sql`now() - ${sql.lit(`${PROGRAM_DAYS} days`)}::interval`;

/** Spelled like `programKey` of the found albums, for what SQL can fold. */
const boughtPrograms = sql`
  select distinct entitlements.user_id,
    lower(regexp_replace(btrim(albums.program_name), '\\s+', ' ', 'g')) as program
  from entitlements join albums on albums.id = entitlements.album_id
  where entitlements.state = 'active'`;

const opened = sql`
  select previewed_albums.user_id, count(*)::integer as albums,
    count(distinct previewed_albums.program)::integer as programs,
    (count(distinct previewed_albums.program) filter (where bought.program is null))::integer as unbought
  from previewed_albums
    left join (${boughtPrograms}) bought
      on bought.user_id = previewed_albums.user_id and bought.program = previewed_albums.program
  where previewed_albums.opened_at > ${since}
  group by previewed_albums.user_id`;

const watched = sql`(
  select users.id, users.name, users.email, users.created_at, users.suspended_at,
    coalesce(opened.programs, 0) as programs_opened, coalesce(opened.unbought, 0) as programs_unbought,
    coalesce(opened.albums, 0) as albums_opened,
    (select count(distinct album_id)::integer from entitlements
      where entitlements.user_id = users.id and entitlements.state = 'active') as albums_bought,
    (select coalesce(sum(previews), 0)::integer from preview_counts
      where preview_counts.user_id = users.id and preview_counts.day > (${since})::date) as pictures,
    (select max(last_seen_at) from sessions where sessions.user_id = users.id) as last_seen_at
  from users left join (${opened}) opened on opened.user_id = users.id
  where users.role = 'authenticated' and (opened.albums > 0 or users.suspended_at is not null)
) watched`;

const counted = (column: string) => sortPart(`watched.${column}`, 'bigint');

/** Accounts that opened albums in the last 30 days, and suspended ones, the broadest first. */
export const scrapingMonitorSource = sqlList<typeof scrapingMonitorList, WatchRecord>(scrapingMonitorList, {
  from: watched,
  select: sql`watched.*`,
  id: sortPart('watched.id', 'bigint'),
  sorts: {
    programs_unbought: [counted('programs_unbought'), counted('albums_opened'), counted('pictures')],
    programs_opened: [counted('programs_opened'), counted('albums_opened')],
    albums_opened: [counted('albums_opened')],
    albums_bought: [counted('albums_bought')],
    pictures: [counted('pictures')],
    first_seen_at: [sortPart('watched.created_at', 'timestamptz')],
    last_seen_at: [sortPart(sql`coalesce(watched.last_seen_at, '-infinity')`, 'timestamptz')],
  },
  where: ({ q, state }) => [
    ...(q ? [isNamed(q)] : []),
    ...(state === 'active' ? [sql<boolean>`watched.suspended_at is null`] : []),
    ...(state === 'suspended' ? [sql<boolean>`watched.suspended_at is not null`] : []),
  ],
  toRows: async (records, db) => {
    const neighbors = Map.groupBy(
      await listNeighbors(
        db,
        records.map(({ id }) => id),
      ),
      ({ ofId }) => ofId,
    );
    return records.map((record) => toWireScraperRow(record, neighbors.get(record.id) ?? []));
  },
});

function isNamed(text: string): RawBuilder<boolean> {
  const wanted = `%${searchText(text).replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return sql<boolean>`search_text(watched.name || ' ' || watched.email::text) like ${wanted}`;
}

type Neighbor = { ofId: number; id: number; name: string; isDevice: boolean; total: number };

/**
 * An arena shares one network address, so an address counts only together with the same browser, and devices come
 * first. Only the accounts on the page are looked up.
 */
async function listNeighbors(db: Db, userIds: number[]): Promise<Neighbor[]> {
  const { rows } = await sql<Neighbor>`
    with recent as (select user_id, device, ip, user_agent from sessions where last_seen_at > ${since}),
    mine as (select * from recent where user_id = ${anyOf(userIds)}),
    found as (
      select mine.user_id as of_id, other.user_id as id, true as is_device
        from mine join recent other on other.device = mine.device
      union all
      select mine.user_id, other.user_id, false
        from mine join recent other on other.ip = mine.ip and other.user_agent = mine.user_agent
    ), pairs as (
      select of_id, id, bool_or(is_device) as is_device from found where id <> of_id group by of_id, id
    ), ranked as (
      select pairs.of_id, pairs.id, users.name, pairs.is_device,
        count(*) over (partition by pairs.of_id)::integer as total,
        row_number() over (partition by pairs.of_id order by pairs.is_device desc, pairs.id) as place
      from pairs join users on users.id = pairs.id
    )
    select of_id, id, name, is_device, total from ranked where place <= ${MAX_NAMED} order by of_id, place
  `.execute(db);
  return rows;
}

function toWireScraperRow(record: WatchRecord, neighbors: Neighbor[]): ScraperRow {
  return {
    id: record.id,
    name: record.name,
    email: record.email,
    programs_opened: record.programsOpened,
    programs_unbought: record.programsUnbought,
    albums_opened: record.albumsOpened,
    albums_bought: record.albumsBought,
    pictures: record.pictures,
    shares_with: neighbors.map(({ id, name, isDevice }) => ({
      id,
      name,
      by: isDevice ? 'device' : 'address',
    })),
    shares_total: neighbors[0]?.total ?? 0,
    first_seen_at: toIso(record.createdAt),
    last_seen_at: toIsoOrNull(record.lastSeenAt),
    suspended_at: toIsoOrNull(record.suspendedAt),
  };
}
