import { type Kysely, sql } from 'kysely';

/** The first page of the staff list of events finds current, upcoming and newest events without reading all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index events_by_first_day on events (start_date desc, id desc)`.execute(db);
  await sql`create index events_by_last_day on events (last_date)`.execute(db);
}
