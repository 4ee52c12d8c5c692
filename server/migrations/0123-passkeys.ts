import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkeys (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      credential_id bytea not null unique check (length(credential_id) <= 1023),
      public_key bytea not null check (length(public_key) <= 4096),
      counter bigint not null,
      transports text[] not null check (cardinality(transports) <= 8),
      name text not null check (length(name) <= 60),
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index passkeys_of_user on passkeys (user_id)`.execute(db);
  await sql`
    create table passkey_challenges (
      challenge bytea primary key,
      user_id integer not null references users on delete cascade,
      purpose text not null check (purpose in ('register', 'verify')),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index passkey_challenges_of_user on passkey_challenges (user_id)`.execute(db);
  // The secret of an app counts once a code has confirmed it. Until then it is here, so that an app in use can be replaced.
  await sql`
    create table pending_second_factors (
      user_id integer primary key references users on delete cascade,
      sealed_secret bytea not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`
    delete from second_factors using users
    where users.id = second_factors.user_id and users.second_factor_at is null`.execute(db);
  /** Until when this session may add a second factor, because its user has typed a code from the mailbox. */
  await sql`alter table sessions add column enroll_until timestamptz`.execute(db);
  await sql`
    alter table email_codes drop constraint email_codes_purpose_check,
      add constraint email_codes_purpose_check check (length(purpose) <= 20)`.execute(db);
}
