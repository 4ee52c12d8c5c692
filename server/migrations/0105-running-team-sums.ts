import { type Kysely, sql } from 'kysely';

/**
 * Keeps the net sales of each team before each month of a decade, so that the best teams of years are the difference of two numbers
 * for each team, and not a sum over all teams and months.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_team_sums (
      mode text not null,
      decade integer not null,
      program_name text not null,
      team_name text not null,
      running bigint[] not null check (cardinality(running) = 121),
      primary key (mode, decade, program_name, team_name)
    )`.execute(db);
  await countTeams(db);
  await countMonths(db);
  await fill(db);
}

/** Takes a month from `kept_teams`. What it adds, compared to before, is added to all later months. */
async function countTeams(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_team_sums(kept_mode text, month text) returns void language plpgsql as $$
    declare
      kept_decade constant integer := left(month, 4)::integer / 10;
      place constant integer := left(month, 4)::integer % 10 * 12 + right(month, 2)::integer;
      nothing constant bigint[] := array_fill(0::bigint, array[121]);
    begin
      insert into kept_team_sums (mode, decade, program_name, team_name, running)
        select kept_mode, kept_decade, program_name, team_name, array(
          select sum + case when number > place then coalesce(own.cents, 0) - coalesce(was.cents, 0) else 0 end
          from unnest(coalesce(was.running, nothing)) with ordinality months (sum, number) order by number)
        from (
          select program_name, team_name, cents from kept_teams where mode = kept_mode and span = month) own
        full join (
          select program_name, team_name, running, running[place + 1] - running[place] as cents from kept_team_sums
          where mode = kept_mode and decade = kept_decade) was using (program_name, team_name)
        where coalesce(own.cents, 0) <> coalesce(was.cents, 0)
      on conflict (mode, decade, program_name, team_name) do update set running = excluded.running;
      delete from kept_team_sums where mode = kept_mode and decade = kept_decade and running = nothing;
    end $$`.execute(db);
}

async function countMonths(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function keep_sales(kept_mode text, month text) returns void language plpgsql as $$ begin
      perform keep_sale_figures(kept_mode, month);
      perform keep_days(kept_mode, month);
      delete from kept_teams where mode = kept_mode and span = month;
      insert into kept_teams (mode, span, program_name, team_name, cents)
        select kept_mode, month, albums.program_name, albums.team_name, sum(line.amount_cents)
        from ledger_lines line join albums on albums.id = line.album_id
        where line.mode = kept_mode and line.occurred_at >= span_begins(month) and line.occurred_at < span_ends(month)
        group by 3, 4;
      perform keep_team_sums(kept_mode, month);
    end $$`.execute(db);
}

async function fill(db: Kysely<unknown>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('keep_next'))`.execute(db);
  await sql`
    insert into kept_team_sums (mode, decade, program_name, team_name, running)
    select mode, decade, program_name, team_name, array(
      select coalesce(sum(cents) filter (where place < bound), 0)::bigint
      from unnest(places, amounts) own (place, cents), generate_series(1, 121) bound group by bound order by bound)
    from (
      select mode, left(span, 4)::integer / 10 as decade, program_name, team_name, array_agg(cents) as amounts,
        array_agg(left(span, 4)::integer % 10 * 12 + right(span, 2)::integer) as places
      from kept_teams where length(span) = 7 group by 1, 2, 3, 4) months`.execute(db);
}
