import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import { inGaps } from './kept/spans.queries.ts';
import { type Kept, runsOf } from './kept/spans.rules.ts';
import { inRange, type LedgerRange } from './ledger-range.queries.ts';
import type { Period } from './period.queries.ts';

export type HourMoney = { hour: number; cents: number };

/** Hours are kept in UTC, so they cannot be used for a time zone whose hours begin at other minutes. */
export async function hasWholeHours(db: Db, { from, until }: Period, timeZone: string): Promise<boolean> {
  const { rows } = await sql<{ isWhole: boolean }>`
    select bool_and(extract(minute from at at time zone ${timeZone}) = 0) as is_whole
    from generate_series(date_trunc('hour', ${from}::timestamptz), ${until}::timestamptz, interval '30 days') at`.execute(
    db,
  );
  return rows[0]?.isWhole ?? false;
}

/** What was sold in each hour of a kept day of UTC, summed over days. */
const HOURS_OF_DAYS = sql.join(
  Array.from({ length: 24 }, (_, hour) =>
    sql.raw(`sum(running[${hour + 2}] - running[${hour + 1}])::bigint`),
  ),
);

/**
 * Sums net sales by the hour of the day (0 to 23) in a time zone. The database keeps the sums by the hour of UTC, so they
 * are shifted by the offset of the zone. Days on which its clocks change are read hour by hour.
 */
export async function sumHours(
  db: Db,
  { mode }: Pick<LedgerRange, 'mode'>,
  { months, days, edges }: Kept,
  timeZone: string,
): Promise<HourMoney[]> {
  const aheadAt = (moment: RawBuilder<unknown>) =>
    sql`extract(hour from ${moment} at time zone 'UTC' at time zone ${timeZone})`;
  const { rows } = await sql<HourMoney>`
    with kept as (
      select day, running, ${aheadAt(sql`day::timestamp`)}::integer as ahead,
        ${aheadAt(sql`(day + 1)::timestamp`)}::integer as ahead_later
      from kept_days where mode = ${mode} and (span = any(${months}) or day = any(${days}::date[]))),
    steady as (
      select ahead, array[${HOURS_OF_DAYS}] as hours from kept where ahead = ahead_later group by ahead),
    turned as (
      select distinct day::timestamp at time zone 'UTC' as begins_at from kept where ahead <> ahead_later)
    select hour, sum(cents)::bigint as cents from (
      select (number + ahead - 1)::integer % 24 as hour, cents
      from steady, unnest(hours) with ordinality as own (cents, number)
      union all
      select extract(hour from at at time zone ${timeZone})::integer, cents from (
        select hours.hour as at, hours.cents from turned join kept_hours hours
          on hours.hour >= begins_at and hours.hour < begins_at + interval '24 hours'
        where hours.mode = ${mode} and hours.span = month_of(begins_at)
        union all
        select line.occurred_at, line.amount_cents from ledger_lines line
        where line.mode = ${mode} and ${inGaps(sql`line.occurred_at`, edges)}) moment) part
    group by 1`.execute(db);
  return rows;
}

export type TeamMoney = { programName: string; teamName: string; albums: number; cents: number };

/** Reads what each team sold in kept months: its running sum at the end of each run of months, less that at its beginning. */
function teamsIn(mode: LedgerRange['mode'], months: readonly string[]): RawBuilder<unknown> {
  const parts = runsOf(months).map(
    ({ decade, since, until }) => sql`
      select program_name, team_name, running[${until + 1}::integer] - running[${since + 1}::integer] as cents
      from kept_team_sums where mode = ${mode} and decade = ${decade}
      union all`,
  );
  return sql.join(parts, sql``);
}

/**
 * The teams with the highest net sales. A team that changed its division stays one team. A team whose sales were all
 * refunded is left out. Albums of recent sales are looked up one by one (`offset 0`), because reading all albums to join them
 * takes longer.
 */
export async function listBestTeams(
  db: Db,
  range: LedgerRange,
  { months, gaps }: Kept,
  limit: number,
): Promise<TeamMoney[]> {
  const { rows } = await sql<TeamMoney>`
    with recent as (
      select line.album_id, sum(line.amount_cents)::bigint as cents from ledger_lines line
      where line.mode = ${range.mode} and ${inGaps(sql`line.occurred_at`, gaps)} group by 1),
    part as (
      ${teamsIn(range.mode, months)}
      select named.program_name, named.team_name, recent.cents
      from recent cross join lateral (
        select program_name, team_name from albums where albums.id = recent.album_id offset 0) named),
    best as (
      select program_name, team_name, sum(cents)::bigint as cents from part
      group by 1, 2 having sum(cents) <> 0 order by 3 desc, 1, 2 limit ${limit})
    select best.program_name, best.team_name, best.cents,
      (select count(*)::integer from albums
        where lower(albums.program_name) = lower(best.program_name)
          and lower(albums.team_name) = lower(best.team_name)
          and albums.program_name = best.program_name and albums.team_name = best.team_name
          and exists (select from ledger_lines line where line.album_id = albums.id and ${inRange(range)})) as albums
    from best order by best.cents desc, 1, 2`.execute(db);
  return rows;
}

/** Customers who found, viewed or bought an album in the period, each counted once. */
export async function countFound(
  db: Db,
  { mode }: Pick<LedgerRange, 'mode'>,
  { buyers, views }: { buyers: Kept; views: Kept },
  seen: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    with recent as (
      select attempt.user_id from orders join payment_attempts attempt on attempt.order_id = orders.id
      where ${inGaps(sql`orders.paid_at`, buyers.edges)} and attempt.state = 'succeeded' and attempt.mode = ${mode}
      union
      select user_id from ${seen} seen where not was_owned
      union
      select user_id from user_found_albums where ${inGaps(sql`created_at`, views.edges)}
      union
      select unnest(people) from kept_date_people
      where figure = 'buyers' and mode = ${mode} and span = any(${buyers.days})
      union
      select unnest(people) from kept_date_people
      where figure in ('views', 'found') and mode = 'any' and span = any(${views.days})),
    part as (
      select block, people from kept_people
      where figure = 'buyers' and mode = ${mode} and span = any(${buyers.months})
      union all
      select block, people from kept_people
      where figure in ('views', 'found') and mode = 'any' and span = any(${views.months})
      union all
      select user_id / 4096, bit_or(person_bit(user_id)) from recent group by 1)
    select coalesce(sum(bit_count(people)), 0)::integer as found
    from (select bit_or(people) as people from part group by block) everyone`.execute(db);
  return rows[0]?.found ?? 0;
}
