import { type Kysely, sql } from 'kysely';

/**
 * A removed team keeps its place for 30 days. Faces are searched only for teams whose division is named, so customers who
 * have athletes and follow a team of a single division without naming it also follow it by its full name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table removed_teams (
      user_id integer not null references users on delete cascade,
      program_name citext not null,
      team_name citext not null,
      division_name citext not null,
      removed_at timestamptz not null,
      primary key (user_id, program_name, team_name, division_name)
    )`.execute(db);
  await sql`create index removed_teams_by_time on removed_teams (removed_at)`.execute(db);
  await sql`
    insert into team_subscriptions (user_id, program_name, team_name, division_name)
    select saved.user_id, saved.program_name, saved.team_name, known.division_name
    from team_subscriptions saved
      join lateral (
        select min(albums.division_name) as division_name from albums
        where lower(albums.program_name) = lower(saved.program_name::text)
          and lower(albums.team_name) = lower(saved.team_name::text)
        having count(distinct albums.division_name::citext) = 1) known on known.division_name <> ''
    where saved.team_name <> '' and saved.division_name = ''
      and exists (select from user_athletes where user_athletes.user_id = saved.user_id
        and user_athletes.deleted_at is null)
    on conflict do nothing`.execute(db);
}
