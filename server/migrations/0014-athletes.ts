import { type Kysely, sql } from 'kysely';

/** People who asked to be recognised. What is told of a face is sealed; its keys lie outside of the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_athletes (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      name text not null check (length(name) between 1 and 120),
      team_name text check (length(team_name) <= 120),
      template_version integer not null default 0,
      settled_version integer not null default 0,
      touched_at timestamptz not null,
      deleted_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
  await sql`comment on column user_athletes.template_version is 'counts changes of the reference photos'`.execute(
    db,
  );
  await sql`
    comment on column user_athletes.settled_version is
      'the template that was once looked for in every album held: what is found with it later is news'`.execute(
    db,
  );
  await sql`create index user_athletes_of_user on user_athletes (user_id)`.execute(db);

  await sql`
    create table athlete_consents (
      id integer generated always as identity primary key,
      athlete_id integer not null references user_athletes on delete cascade,
      version text not null check (length(version) between 1 and 20),
      relation text not null check (relation in ('guardian', 'self')),
      given_at timestamptz not null,
      withdrawn_at timestamptz
    )`.execute(db);
  await sql`
    create unique index athlete_consents_live on athlete_consents (athlete_id)
      where withdrawn_at is null`.execute(db);
  await sql`create index athlete_consents_of_athlete on athlete_consents (athlete_id)`.execute(db);

  await sql`
    create table athlete_reference_photos (
      id integer generated always as identity primary key,
      athlete_id integer not null references user_athletes on delete cascade,
      file_id uuid,
      sealed_template bytea check (length(sealed_template) <= 4096),
      created_at timestamptz not null,
      deleted_at timestamptz,
      check ((deleted_at is null) = (file_id is not null)),
      check ((deleted_at is null) = (sealed_template is not null))
    )`.execute(db);
  await sql`create index athlete_reference_photos_of_athlete on athlete_reference_photos (athlete_id)`.execute(
    db,
  );

  await sql`
    create table athlete_album_scans (
      athlete_id integer not null references user_athletes on delete cascade,
      album_id integer not null references albums on delete cascade,
      template_version integer not null,
      scanned_images integer[] not null default '{}',
      finished_at timestamptz,
      primary key (athlete_id, album_id)
    )`.execute(db);
  await sql`create index athlete_album_scans_of_album on athlete_album_scans (album_id)`.execute(db);

  await sql`
    create table athlete_matches (
      athlete_id integer not null references user_athletes on delete cascade,
      image_id integer not null references images on delete cascade,
      score real not null,
      box jsonb not null,
      is_close_up boolean not null,
      decision text check (decision in ('confirmed', 'rejected')),
      decided_at timestamptz,
      created_at timestamptz not null,
      primary key (athlete_id, image_id)
    )`.execute(db);
  await sql`create index athlete_matches_of_image on athlete_matches (image_id)`.execute(db);

  await sql`alter table images add column faces_at timestamptz`.execute(db);
  await sql`comment on column images.faces is 'where faces are, never whose'`.execute(db);
  await sql`
    create index images_without_faces on images (id desc) where state = 'ready' and faces_at is null`.execute(
    db,
  );
}
