import { type Kysely, sql } from 'kysely';

/** News for open pages, kept for as long as a lost connection may take to come back. No user: for staff. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table live_events (
      id bigint generated always as identity primary key,
      user_id integer references users on delete cascade,
      kind text not null check (length(kind) <= 30),
      subject text check (length(subject) <= 64),
      created_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index live_events_of_user on live_events (user_id, id)`.execute(db);
  await sql`create index live_events_by_age on live_events (created_at)`.execute(db);
}
