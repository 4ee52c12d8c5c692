import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table face_search_turns (
      user_id integer not null references users on delete cascade,
      album_id integer not null references albums on delete cascade,
      turn integer not null check (turn >= 0),
      granted_at timestamptz not null,
      started_at timestamptz,
      primary key (user_id, album_id)
    )`.execute(db);
  await sql`
    comment on table face_search_turns is
      'the albums in which a customer''s athletes may be searched, counted by day'`.execute(db);
  await sql`
    comment on column face_search_turns.turn is
      'how many albums the customer was granted before this one within the hour: low turns of everybody come first'`.execute(
    db,
  );
  await sql`create index face_search_turns_by_time on face_search_turns (user_id, granted_at)`.execute(db);
  await sql`create index face_search_turns_of_album on face_search_turns (album_id)`.execute(db);
}
