import { type Kysely, sql } from 'kysely';

/**
 * Mails that remind customers of photos they can still buy: one reminder and one "last days" mail per customer and event.
 * The items say what the mail was about, so that a purchase can be counted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sale_mails (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      event_id integer not null references events,
      kind text not null check (kind in ('reminder', 'last_days')),
      created_at timestamptz not null,
      sent_at timestamptz,
      dropped_at timestamptz,
      opened_at timestamptz,
      unique (user_id, event_id, kind),
      check (sent_at is null or dropped_at is null)
    )`.execute(db);
  await sql`create index sale_mails_event on sale_mails (event_id)`.execute(db);
  await sql`
    create table sale_mail_items (
      mail_id integer not null references sale_mails on delete cascade,
      album_id integer not null references albums on delete cascade,
      image_id integer references images on delete cascade,
      unique nulls not distinct (mail_id, album_id, image_id)
    )`.execute(db);
  await sql`create index sale_mail_items_album on sale_mail_items (album_id)`.execute(db);
  await sql`create index sale_mail_items_image on sale_mail_items (image_id) where image_id is not null`.execute(
    db,
  );
}
