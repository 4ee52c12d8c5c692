import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table opened_albums (
      user_id integer not null references users on delete cascade,
      album_id integer not null references albums on delete cascade,
      program text not null,
      opened_at timestamptz not null,
      primary key (user_id, album_id)
    )`.execute(db);
  await sql`create index opened_albums_by_time on opened_albums (opened_at)`.execute(db);
  await sql`
    create table opening_budgets (
      user_id integer primary key references users on delete cascade,
      more_programs integer not null default 0 check (more_programs >= 0),
      more_albums integer not null default 0 check (more_albums >= 0),
      until timestamptz,
      counts_from timestamptz
    )`.execute(db);
  await sql`
    create table preview_counts (
      user_id integer not null references users on delete cascade,
      day date not null,
      previews integer not null check (previews >= 0),
      primary key (user_id, day)
    )`.execute(db);
  await sql`create index preview_counts_by_day on preview_counts (day)`.execute(db);
  // Invitations from before this rule free from the budgets, as they did when they were accepted.
  await sql`alter table user_found_albums add column vouched boolean not null default false`.execute(db);
  await sql`update user_found_albums set vouched = true where found_by = 'invite'`.execute(db);
  await sql`
    insert into opened_albums (user_id, album_id, program, opened_at)
      select found.user_id, found.album_id,
        lower(regexp_replace(btrim(albums.program_name), '\\s+', ' ', 'g')), max(views.created_at)
      from user_album_views views
        join user_found_albums found on found.id = views.found_album_id
        join albums on albums.id = found.album_id
        join users on users.id = found.user_id
      where views.created_at > now() - interval '30 days' and users.role = 'authenticated'
      group by 1, 2, 3`.execute(db);
}
