import { type Kysely, sql } from 'kysely';

/** Net sales of each team by month, because the chart of the best teams would otherwise read every line of the ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_teams (
      mode text not null,
      span text not null,
      program_name text not null,
      team_name text not null,
      cents bigint not null,
      primary key (mode, span, program_name, team_name)
    )`.execute(db);
  await countMonths(db);
  await countYears(db);
  await noteRenamedTeams(db);
  await fill(db);
}

async function countMonths(db: Kysely<unknown>): Promise<void> {
  await sql`alter function keep_sales(text, text) rename to keep_sale_figures`.execute(db);
  await sql`
    create function keep_sales(kept_mode text, month text) returns void language plpgsql as $$ begin
      perform keep_sale_figures(kept_mode, month);
      delete from kept_teams where mode = kept_mode and span = month;
      insert into kept_teams (mode, span, program_name, team_name, cents)
        select kept_mode, month, albums.program_name, albums.team_name, sum(line.amount_cents)
        from ledger_lines line join albums on albums.id = line.album_id
        where line.mode = kept_mode and line.occurred_at >= span_begins(month) and line.occurred_at < span_ends(month)
        group by 3, 4;
    end $$`.execute(db);
}

/** The figures of a year are used only if the year is among the kept spans. */
async function countYears(db: Kysely<unknown>): Promise<void> {
  await sql`alter function keep_year(text, text, text) rename to keep_year_figures`.execute(db);
  await sql`
    create function keep_year(kept_figure text, kept_mode text, year text) returns void language plpgsql as $$ begin
      perform keep_year_figures(kept_figure, kept_mode, year);
      if kept_figure <> 'sales' then return; end if;
      delete from kept_teams where mode = kept_mode and span = year;
      insert into kept_teams (mode, span, program_name, team_name, cents)
        select mode, year, program_name, team_name, sum(cents) from kept_teams
        where mode = kept_mode and span between year || '-01' and year || '-12'
          and exists (select from kept_spans where figure = 'sales' and mode = kept_mode and span = year)
        group by 1, 3, 4;
    end $$`.execute(db);
}

async function noteRenamedTeams(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_renamed_team() returns trigger language plpgsql as $$ begin
      insert into kept_changes (figure, mode, month)
      select distinct 'sales', mode, month_of(occurred_at) from ledger_lines where album_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger albums_renamed after update of program_name, team_name on albums for each row
      when ((old.program_name, old.team_name) is distinct from (new.program_name, new.team_name))
      execute function note_renamed_team()`.execute(db);
}

async function fill(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into kept_teams (mode, span, program_name, team_name, cents)
    select line.mode, month_of(line.occurred_at), albums.program_name, albums.team_name, sum(line.amount_cents)
    from ledger_lines line join albums on albums.id = line.album_id
    where (line.mode, month_of(line.occurred_at)) in (select mode, span from kept_spans where figure = 'sales')
    group by 1, 2, 3, 4`.execute(db);
  await sql`
    insert into kept_teams (mode, span, program_name, team_name, cents)
    select month.mode, year.span, month.program_name, month.team_name, sum(month.cents)
    from kept_spans year join kept_teams month on month.mode = year.mode and left(month.span, 4) = year.span
    where year.figure = 'sales' and length(year.span) = 4 group by 1, 2, 3, 4`.execute(db);
}
