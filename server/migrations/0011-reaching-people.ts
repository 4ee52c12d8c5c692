import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createPublicActions(db);
  await createInvites(db);
  await createNotifications(db);
  await createUnsubscribing(db);
}

/** A link that does one thing without a login: where it may be opened from, and how often it was. */
async function createPublicActions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table public_action_routes (
      id integer generated always as identity primary key,
      public_action_uuid uuid not null unique default gen_random_uuid(),
      action_route text not null check (length(action_route) between 1 and 500),
      action_route_match_type text not null check (action_route_match_type in ('exact', 'prefix')),
      number_of_times_accessed integer not null default 0,
      max_number_of_times_accessed integer check (max_number_of_times_accessed > 0),
      user_id integer references users on delete cascade,
      ended_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (number_of_times_accessed between 0 and coalesce(max_number_of_times_accessed, 2147483647))
    )`.execute(db);
}

async function createInvites(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table album_invites (
      id integer generated always as identity primary key,
      album_id integer not null references albums on delete cascade,
      invited_by integer not null references users on delete cascade,
      email citext not null check (length(email) between 3 and 254),
      public_action_uuid uuid not null unique references public_action_routes (public_action_uuid),
      times_sent integer not null default 1 check (times_sent between 1 and 4),
      last_sent_at timestamptz not null,
      joined_by integer references users on delete set null,
      joined_at timestamptz,
      revoked_at timestamptz,
      created_at timestamptz not null default now(),
      unique (album_id, invited_by, email)
    )`.execute(db);
  await sql`alter table order_invites add column revoked_at timestamptz`.execute(db);
}

/** What a customer is to be told (once per subject and channel), and the messages that told it. */
async function createNotifications(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notification_messages (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      kind text not null check (length(kind) between 1 and 40),
      channel text not null check (channel in ('email', 'sms')),
      created_at timestamptz not null,
      sent_at timestamptz
    )`.execute(db);
  await sql`
    create index notification_messages_latest on notification_messages (user_id, kind, channel, created_at desc)`.execute(
    db,
  );
  await sql`
    create table notifications (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      kind text not null check (length(kind) between 1 and 40),
      channel text not null check (channel in ('email', 'sms')),
      subject text not null check (length(subject) between 1 and 120),
      title text not null check (length(title) between 1 and 200),
      line text not null check (length(line) between 1 and 1000),
      path text not null check (path like '/%' and length(path) <= 300),
      message_id integer references notification_messages on delete cascade,
      created_at timestamptz not null,
      unique (user_id, kind, channel, subject)
    )`.execute(db);
  await sql`create index notifications_of_message on notifications (message_id)`.execute(db);
  await sql`
    create index notifications_untold on notifications (created_at) where message_id is null`.execute(db);
}

/** A link belongs to a customer and a kind, or to an address that may have no account. */
async function createUnsubscribing(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table unsubscribe_links (
      public_action_uuid uuid primary key references public_action_routes (public_action_uuid),
      user_id integer references users on delete cascade,
      kind text check (length(kind) between 1 and 40),
      email citext check (length(email) between 3 and 254),
      created_at timestamptz not null default now(),
      check ((user_id is null) = (kind is null)),
      check ((user_id is null) <> (email is null)),
      unique (user_id, kind),
      unique (email)
    )`.execute(db);
  await sql`
    create table mail_suppressions (
      id integer generated always as identity primary key,
      email citext not null check (length(email) between 3 and 254),
      reason text not null check (reason in ('bounce', 'complaint', 'invites')),
      event_id text unique check (length(event_id) between 1 and 200),
      created_at timestamptz not null,
      lifted_at timestamptz
    )`.execute(db);
  await sql`
    create unique index mail_suppressions_live on mail_suppressions (email, reason) where lifted_at is null`.execute(
    db,
  );
}
