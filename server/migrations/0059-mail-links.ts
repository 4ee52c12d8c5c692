import { type Kysely, sql } from 'kysely';

/** Mails carry links that log their reader in once, and visitors without a session go on with a mailed code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table link_tokens drop constraint link_tokens_purpose_check`.execute(db);
  await sql`
    alter table link_tokens
      add constraint link_tokens_purpose_check check (purpose in ('login', 'password_reset', 'mail')),
      add column about text check (length(about) <= 200)`.execute(db);

  // The code and the link are derived from the id and a key outside the database, so no row tells them.
  await sql`
    create table entry_codes (
      id uuid primary key,
      ticket_hash bytea not null unique,
      email citext not null check (length(email) <= 254),
      path text check (length(path) <= 300),
      tries integer not null default 0,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index entry_codes_by_email on entry_codes (email)`.execute(db);
  await sql`create index entry_codes_by_age on entry_codes (expires_at)`.execute(db);
}
