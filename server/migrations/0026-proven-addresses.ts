import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column email_proven_at timestamptz`.execute(db);
  // An account that was taken back by the owner of its address has no password until they set one.
  await sql`alter table users alter column password_hash drop not null`.execute(db);
  // A change of password marks open links as used at the moment it ends sessions; such links were never opened.
  await sql`
    update users set email_proven_at = spent.first_at
    from (
      select user_id, min(used_at) as first_at from link_tokens
      where used_at <= expires_at
        and not exists (
          select 1 from sessions
          where sessions.user_id = link_tokens.user_id and sessions.ended_at = link_tokens.used_at
        )
      group by user_id
    ) as spent
    where spent.user_id = users.id`.execute(db);

  // A code is derived from the id of its row and a key outside the database, so no row tells it.
  await sql`
    create table email_codes (
      id uuid primary key,
      user_id integer not null references users on delete cascade,
      purpose text not null check (purpose in ('proof', 'change')),
      email citext not null check (length(email) <= 254),
      tries integer not null default 0,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      unique (user_id, purpose)
    )`.execute(db);
}
