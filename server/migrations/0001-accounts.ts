import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists citext`.execute(db);
  await sql`create extension if not exists pg_trgm`.execute(db);

  await sql`
    create table users (
      id integer generated always as identity primary key,
      email citext not null unique check (length(email) <= 254),
      password_hash text not null,
      first_name text not null check (length(first_name) <= 80),
      last_name text not null check (length(last_name) <= 80),
      name text not null check (length(name) <= 161),
      birth_date date,
      agreed_to_terms_at timestamptz not null,
      country text check (length(country) <= 60),
      city text check (length(city) <= 120),
      state text check (length(state) <= 120),
      zip_code text check (length(zip_code) <= 20),
      phone_number text check (length(phone_number) <= 16),
      phone_verified_at timestamptz,
      role text not null default 'authenticated'
        check (role in ('super', 'analyst', 'customer_support', 'authenticated')),
      has_modified_notification_settings date,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (phone_verified_at is null or phone_number is not null)
    )`.execute(db);
  await sql`create index users_search on users using gin (lower(name || ' ' || email::text) gin_trgm_ops)`.execute(
    db,
  );

  await sql`
    create table sessions (
      id uuid primary key,
      user_id integer not null references users on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz,
      ip text not null check (length(ip) <= 45),
      user_agent text not null check (length(user_agent) <= 300)
    )`.execute(db);
  await sql`create index sessions_of_user on sessions (user_id) where ended_at is null`.execute(db);

  await sql`
    create table link_tokens (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      purpose text not null check (purpose in ('login', 'password_reset')),
      token_hash bytea not null unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index link_tokens_of_user on link_tokens (user_id)`.execute(db);

  await sql`
    create table phone_codes (
      user_id integer not null references users on delete cascade,
      phone_number text not null,
      code_hash bytea not null,
      tries integer not null default 0,
      expires_at timestamptz not null,
      primary key (user_id, phone_number)
    )`.execute(db);

  await sql`
    create table rate_hits (
      id bigint generated always as identity primary key,
      key text not null check (length(key) <= 400),
      at timestamptz not null default now()
    )`.execute(db);
  await sql`create index rate_hits_by_key on rate_hits (key, at)`.execute(db);
  await sql`create index rate_hits_by_age on rate_hits (at)`.execute(db);

  await sql`
    create table outbox_messages (
      id integer generated always as identity primary key,
      message_key text not null unique,
      channel text not null check (channel in ('email', 'sms')),
      recipient text not null,
      subject text not null,
      text text not null,
      html text not null,
      headers jsonb not null,
      created_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table user_notification_settings (
      user_id integer primary key references users on delete cascade,
      settings jsonb not null,
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table default_notification_settings (
      id integer generated always as identity primary key,
      settings jsonb not null,
      created_by integer references users on delete set null,
      created_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table audit_log (
      id bigint generated always as identity primary key,
      actor_id integer references users on delete set null,
      action text not null,
      subject text not null,
      before jsonb,
      after jsonb,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index audit_log_by_subject on audit_log (subject, created_at desc)`.execute(db);
}
