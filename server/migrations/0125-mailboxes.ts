import { type Kysely, sql } from 'kysely';

/**
 * Tags and dots of one mailbox lead to one person, so quotas are counted per `mailbox_key`. `signup_network` tells accounts
 * apart that were made one after the other on one network; it stays null for accounts from before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function mailbox_key(address text) returns text language sql immutable strict parallel safe
    return case when split_part(lower(address), '@', 2) in ('gmail.com', 'googlemail.com')
      then replace(regexp_replace(split_part(lower(address), '@', 1), '(.)\\+.*$', '\\1'), '.', '') || '@gmail.com'
      else regexp_replace(split_part(lower(address), '@', 1), '(.)\\+.*$', '\\1')
        || '@' || split_part(lower(address), '@', 2) end`.execute(db);
  await sql`
    alter table users
      add column mailbox_key text not null generated always as (mailbox_key(email::text)) stored,
      add column signup_network text check (length(signup_network) <= 50)`.execute(db);
  await sql`create index users_by_mailbox on users (mailbox_key)`.execute(db);
  await sql`create index users_by_domain on users (split_part(mailbox_key, '@', 2))`.execute(db);
  await sql`create index users_by_signup_network on users (signup_network, created_at)`.execute(db);
}
