import { type Kysely, sql } from 'kysely';

/** Screens at the venue by secret link, the switch of each event, and the teams that agreed to be shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table wall_links (
      id integer generated always as identity primary key,
      event_id integer not null references events on delete cascade,
      label text not null check (length(label) between 1 and 80),
      token_hash bytea not null unique check (length(token_hash) = 32),
      ends_on date not null,
      made_by integer references users on delete set null,
      created_at timestamptz not null,
      last_opened_at timestamptz,
      ended_at timestamptz
    )`.execute(db);
  await sql`create index wall_links_of_event on wall_links (event_id, id desc)`.execute(db);
  await sql`
    create table wall_events (
      event_id integer primary key references events on delete cascade,
      is_on boolean not null,
      changed_by integer references users on delete set null,
      changed_at timestamptz not null
    )`.execute(db);
  await sql`comment on table wall_events is 'an event without a row shows no wall'`.execute(db);
  await sql`
    create table wall_consents (
      album_id integer primary key references albums on delete cascade,
      agreed_by text not null check (length(agreed_by) between 1 and 120),
      recorded_by integer references users on delete set null,
      recorded_at timestamptz not null
    )`.execute(db);
  await sql`comment on column wall_consents.agreed_by is 'who agreed for the team, such as its coach'`.execute(
    db,
  );
}
