import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createConversations(db);
  await createMessages(db);
  await createAttachments(db);
}

/** A person has one conversation, and so has a visitor's browser, known by the hash of its token. */
async function createConversations(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table support_conversations (
      id integer generated always as identity primary key,
      user_id integer unique references users,
      visitor_token_hash bytea unique check (length(visitor_token_hash) = 32),
      visitor_email citext check (length(visitor_email::text) <= 254),
      status text not null default 'open' check (status in ('open', 'closed')),
      has_bug_report boolean not null default false,
      last_from text not null default 'customer' check (last_from in ('customer', 'staff')),
      last_message_at timestamptz not null,
      customer_read_id integer not null default 0,
      customer_mailed_id integer not null default 0,
      customer_seen_at timestamptz,
      staff_read_id integer not null default 0,
      staff_mailed_id integer not null default 0,
      created_at timestamptz not null default now(),
      check ((user_id is null) <> (visitor_token_hash is null)),
      check (visitor_email is null or user_id is null)
    )`.execute(db);
  await sql`
    create index support_conversations_inbox
      on support_conversations (status, (last_from = 'customer'), last_message_at)`.execute(db);
}

/** The browser names each message: the same one sent twice is stored once. */
async function createMessages(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table support_messages (
      id integer generated always as identity primary key,
      conversation_id integer not null references support_conversations,
      sender text not null check (sender in ('customer', 'staff')),
      author_id integer references users,
      key uuid not null,
      text text not null check (length(text) <= 4000),
      bug_report jsonb,
      created_at timestamptz not null,
      unique (conversation_id, key),
      check (sender = 'customer' or author_id is not null)
    )`.execute(db);
  await sql`create index support_messages_of_conversation on support_messages (conversation_id, id)`.execute(
    db,
  );
}

/** Uploaded before the message that carries it; whoever uploaded it may attach it, once. */
async function createAttachments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table support_attachments (
      id integer generated always as identity primary key,
      message_id integer references support_messages,
      user_id integer references users,
      visitor_token_hash bytea check (length(visitor_token_hash) = 32),
      storage_key text not null unique check (length(storage_key) <= 200),
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      size_bytes integer not null check (size_bytes > 0),
      created_at timestamptz not null,
      check ((user_id is null) <> (visitor_token_hash is null))
    )`.execute(db);
  await sql`create index support_attachments_of_message on support_attachments (message_id)`.execute(db);
  await sql`
    create index support_attachments_unsent on support_attachments (created_at) where message_id is null`.execute(
    db,
  );
}
