import { type Kysely, sql } from 'kysely';

/**
 * Sales by day of UTC, each with a running sum of its hours: how much was sold before each hour. A day of any time zone is then
 * the difference of two sums on each of the days it touches, and reports over years need not read every hour.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_days (
      mode text not null,
      span text not null,
      day date not null,
      kind text not null,
      running bigint[] not null check (cardinality(running) = 25),
      primary key (mode, span, day, kind)
    )`.execute(db);
  await sql`
    create function keep_days(kept_mode text, month text) returns void language sql
    begin atomic
      delete from kept_days where mode = kept_mode and span = month;
      insert into kept_days (mode, span, day, kind, running)
        select kept_mode, month, day, kind, array_agg(cents order by bound) from (
          select (hour at time zone 'UTC')::date as day, kind, bound,
            coalesce(sum(cents) filter (where extract(hour from hour at time zone 'UTC') < bound), 0)::bigint as cents
          from kept_hours, generate_series(0, 24) bound
          where mode = kept_mode and span = month group by 1, 2, 3) sums
        group by day, kind;
    end`.execute(db);
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
    end $$`.execute(db);
  await sql`select keep_days(mode, span) from (select distinct mode, span from kept_hours) kept`.execute(db);
}
