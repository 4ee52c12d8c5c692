import { sql } from 'kysely';
import { DEFAULT_SITE_SETTINGS, type SiteSettings } from '#contract/endpoints/settings.ts';
import { type ScraperRow, UNUSUAL_ACTS } from '#contract/entities/staff-rows.ts';
import { scrapingMonitorList } from '#contract/lists/operations.ts';
import { SUSPENSION_REASONS, type SuspensionReason } from '#contract/rules/accounts.ts';
import { PROGRAM_DAYS } from '#contract/rules/albums.ts';
import { SHOWN_NAME } from '#server/modules/accounts/find-people.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { hasKeywords } from '#server/platform/lists/keywords.ts';
import { sortPart, sqlList } from '#server/platform/lists/list-source.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';

const MAX_NAMED = 5;

type WatchRecord = {
  id: number;
  name: string;
  email: string;
  suspensionReason: SuspensionReason | null;
  programsOpened: number;
  programsUnbought: number;
  albumsOpened: number;
  albumsInADay: number;
  albumsBought: number;
  pictures: number;
  previewsInADay: number;
} & Record<'maxPrograms' | 'maxAlbums' | 'maxPreviews', number> &
  // Null while nobody opened anything.
  Record<'usualPrograms' | 'usualAlbums' | 'usualPreviews', number | null> & {
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

const busiest = sql`
  select user_id, max(albums)::integer as albums from (
    select user_id, count(*) as albums from previewed_albums where opened_at > ${since}
    group by user_id, (opened_at at time zone 'UTC')::date) days
  group by user_id`;

const seen = sql`
  select user_id, sum(previews)::integer as previews, max(previews)::integer as in_a_day from preview_counts
  where day > (${since})::date group by user_id`;

const measured = sql`
  select users.id, ${SHOWN_NAME} as name, users.email, users.created_at, users.suspended_at, users.suspension_reason,
    coalesce(opened.programs, 0) as programs_opened, coalesce(opened.unbought, 0) as programs_unbought,
    coalesce(opened.albums, 0) as albums_opened, coalesce(busiest.albums, 0) as albums_in_a_day,
    coalesce(seen.previews, 0) as pictures, coalesce(seen.in_a_day, 0) as previews_in_a_day
  from users
    left join (${opened}) opened on opened.user_id = users.id
    left join (${busiest}) busiest on busiest.user_id = users.id
    left join (${seen}) seen on seen.user_id = users.id
  where users.role = 'authenticated'
    and (opened.albums > 0 or seen.previews > 0 or users.suspended_at is not null)`;

/** Half of the accounts that opened anything stay below. */
const typical = (column: string) => sql`
  percentile_disc(0.5) within group (order by ${sql.raw(column)}) filter (where ${sql.raw(column)} > 0)`;

const threshold = (key: keyof SiteSettings) => sql`
  coalesce((select (value #>> '{}')::integer from site_settings where key = ${key}), ${DEFAULT_SITE_SETTINGS[key]}::integer)`;

const watched = sql`(
  with measured as (${measured}), usual as (
    select ${typical('previews_in_a_day')} as usual_previews, ${typical('albums_in_a_day')} as usual_albums,
      ${typical('programs_unbought')} as usual_programs,
      ${threshold('unusual_previews_per_day')} as max_previews, ${threshold('unusual_albums_per_day')} as max_albums,
      ${threshold('unusual_programs')} as max_programs
    from measured)
  select measured.*, usual.*,
    (100 * greatest(previews_in_a_day::numeric / max_previews, albums_in_a_day::numeric / max_albums,
      programs_unbought::numeric / max_programs))::bigint as excess,
    (select count(distinct album_id)::integer from entitlements
      where entitlements.user_id = measured.id and entitlements.state = 'active') as albums_bought,
    (select max(last_seen_at) from sessions where sessions.user_id = measured.id) as last_seen_at
  from measured cross join usual
  where previews_in_a_day > max_previews or albums_in_a_day > max_albums or programs_unbought > max_programs
    or suspended_at is not null
) watched`;

const WORDS = sql<string>`search_text(watched.name || ' ' || watched.email::text)`;
const counted = (column: string) => sortPart(`watched.${column}`, 'bigint');

/** Accounts past a threshold of the settings in the last 30 days, and suspended ones; the furthest past it come first. */
export const scrapingMonitorSource = sqlList<typeof scrapingMonitorList, WatchRecord>(scrapingMonitorList, {
  from: watched,
  select: sql`watched.*`,
  id: sortPart('watched.id', 'bigint'),
  sorts: {
    why: [counted('excess')],
    albums_bought: [counted('albums_bought')],
    last_seen_at: [sortPart(sql`coalesce(watched.last_seen_at, '-infinity')`, 'timestamptz')],
  },
  where: ({ q, state }) => [
    ...(q ? [hasKeywords(WORDS, [q])] : []),
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
      select pairs.of_id, pairs.id, ${SHOWN_NAME} as name, pairs.is_device,
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
    why: whyOf(record),
    suspension_reason: record.suspensionReason && SUSPENSION_REASONS[record.suspensionReason],
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

function whyOf(record: WatchRecord): ScraperRow['why'] {
  const measures = {
    previews: [record.previewsInADay, record.maxPreviews, record.usualPreviews],
    albums: [record.albumsInADay, record.maxAlbums, record.usualAlbums],
    programs: [record.programsUnbought, record.maxPrograms, record.usualPrograms],
  } as const;
  return UNUSUAL_ACTS.flatMap((act) => {
    const [count, most, usual] = measures[act];
    return count > most ? [{ act, count, typical: usual ?? 0 }] : [];
  });
}
