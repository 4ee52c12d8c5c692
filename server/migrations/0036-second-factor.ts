import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  /** When the second factor was turned on; null while it is off. */
  await sql`alter table users add column second_factor_at timestamptz`.execute(db);
  await sql`
    create table second_factors (
      user_id integer primary key references users on delete cascade,
      sealed_secret bytea not null,
      last_step integer not null default 0,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table recovery_codes (
      user_id integer not null references users on delete cascade,
      code_hash bytea not null,
      used_at timestamptz,
      primary key (user_id, code_hash)
    )`.execute(db);
  await sql`
    create table login_challenges (
      token_hash bytea primary key,
      user_id integer not null references users on delete cascade,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index login_challenges_of_user on login_challenges (user_id)`.execute(db);

  // Sessions of staff last 12 hours from now on, also those that are open.
  await sql`
    update sessions set expires_at = least(expires_at, sessions.created_at + interval '12 hours')
    from users where users.id = sessions.user_id and users.role <> 'authenticated'`.execute(db);
  // Reading a customer's data is recorded at most once per hour.
  await sql`
    create unique index audit_log_reads
    on audit_log (actor_id, subject, date_trunc('hour', created_at at time zone 'UTC'))
    where action = 'user.read'`.execute(db);
}
