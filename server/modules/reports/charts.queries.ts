import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import { inGaps } from './kept/spans.queries.ts';
import type { Kept } from './kept/spans.rules.ts';
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

/** Net sales by the hour of the day, from 0 to 23, of the time zone. */
export async function sumHours(
  db: Db,
  { mode }: Pick<LedgerRange, 'mode'>,
  { months, gaps }: Kept,
  timeZone: string,
): Promise<HourMoney[]> {
  const { rows } = await sql<HourMoney>`
    select extract(hour from at at time zone ${timeZone})::integer as hour, sum(cents)::bigint as cents from (
      select hour as at, cents from kept_hours where mode = ${mode} and span = any(${months})
      union all
      select line.occurred_at, line.amount_cents from ledger_lines line
      where line.mode = ${mode} and ${inGaps(sql`line.occurred_at`, gaps)}) part
    group by 1`.execute(db);
  return rows;
}

export type TeamMoney = { programName: string; teamName: string; albums: number; cents: number };

/** The teams with the highest net sales. A team that changed its division stays one team. */
export async function listBestTeams(db: Db, range: LedgerRange, limit: number): Promise<TeamMoney[]> {
  const { rows } = await sql<TeamMoney>`
    with sums as (
      select line.album_id, sum(line.amount_cents)::bigint as cents from ledger_lines line
      where ${inRange(range)} group by 1)
    select albums.program_name, albums.team_name, count(*)::integer as albums, sum(sums.cents)::bigint as cents
    from sums join albums on albums.id = sums.album_id
    group by 1, 2 order by cents desc, 1, 2 limit ${limit}`.execute(db);
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
      where ${inGaps(sql`orders.paid_at`, buyers.gaps)} and attempt.state = 'succeeded' and attempt.mode = ${mode}
      union
      select user_id from ${seen} seen where not was_owned
      union
      select user_id from user_found_albums where ${inGaps(sql`created_at`, views.gaps)}),
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
