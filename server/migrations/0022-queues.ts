import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await rememberWhoDecided(db);
  await indexInbox(db);
}

/** What was decided before this column was there is taken from the record of staff actions. */
async function rememberWhoDecided(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table reported_photos
      add column acknowledged_by integer references users on delete set null`.execute(db);
  await sql`
    update reported_photos set acknowledged_by = (
      select actor_id from audit_log
      where action = 'reported-photo.acknowledge' and subject = 'image:' || image_id
      order by id desc limit 1)
    where acknowledged_at is not null`.execute(db);
  await sql`create index reported_photos_of_image on reported_photos (image_id)`.execute(db);
}

/** The inbox is read in pages, in each of its orders, and searched by the words of its messages. */
async function indexInbox(db: Kysely<unknown>): Promise<void> {
  await sql`drop index support_conversations_inbox`.execute(db);
  await sql`
    create index support_conversations_inbox
      on support_conversations (status, (last_from = 'customer'), last_message_at, id)`.execute(db);
  await sql`
    create index support_conversations_oldest
      on support_conversations (status, (last_from = 'staff'), last_message_at, id)`.execute(db);
  await sql`
    create index support_conversations_newest on support_conversations (status, last_message_at, id)`.execute(
    db,
  );
  await sql`
    create index support_messages_search on support_messages using gin (lower(text) gin_trgm_ops)`.execute(
    db,
  );
}
