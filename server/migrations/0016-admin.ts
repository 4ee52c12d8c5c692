import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_notes (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      author_id integer references users on delete set null,
      text text not null check (length(text) between 1 and 2000),
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index user_notes_of_user on user_notes (user_id, id desc)`.execute(db);
  await sql`alter table sessions add column last_seen_at timestamptz not null default now()`.execute(db);
  await sql`update sessions set last_seen_at = created_at`.execute(db);
  await sql`
    create index audit_log_by_user on audit_log ((before ->> 'userId'), id desc)
    where before ? 'userId'`.execute(db);
}
