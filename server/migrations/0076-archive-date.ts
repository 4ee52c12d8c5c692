import { type Kysely, sql } from 'kysely';

/** The last day on which photos of an event can be bought, by the calendar of the event; empty means without end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column archive_date date`.execute(db);
  await sql`
    create index events_to_archive on events (archive_date)
      where archive_date is not null and not archived`.execute(db);
}
