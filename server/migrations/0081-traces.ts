import { type Kysely, sql } from 'kysely';

/** Searches for the account that a leaked picture was shown to. The picture itself is deleted when its job ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table traces (
      id integer generated always as identity primary key,
      started_by integer references users on delete set null,
      reason text not null check (length(reason) between 1 and 500),
      event_id integer references events,
      album_id integer references albums,
      state text not null check (state in ('waiting', 'running', 'named', 'unsure', 'unknown', 'failed')),
      step text not null default '' check (length(step) <= 100),
      progress smallint not null default 0 check (progress between 0 and 100),
      failure text check (length(failure) <= 300),
      image_id integer references images on delete set null,
      is_mirrored boolean not null default false,
      viewers_asked integer check (viewers_asked >= 0),
      started_at timestamptz not null,
      ended_at timestamptz
    )`.execute(db);
  await sql`create index traces_started_by on traces (started_by)`.execute(db);
  await sql`create index traces_of_image on traces (image_id)`.execute(db);
  await sql`
    create table trace_findings (
      trace_id integer not null references traces on delete cascade,
      viewer text not null check (length(viewer) <= 60),
      user_id integer references users on delete cascade,
      image_id integer not null references images on delete cascade,
      chance double precision not null check (chance between 0 and 1),
      first_at timestamptz not null,
      last_at timestamptz not null,
      primary key (trace_id, viewer, image_id)
    )`.execute(db);
  await sql`create index trace_findings_of_user on trace_findings (user_id)`.execute(db);
  await sql`create index trace_findings_of_image on trace_findings (image_id)`.execute(db);
}
