import { type Kysely, sql } from 'kysely';

/**
 * Tells processes whether an answer that they keep is still current: the version of the event list is the transaction
 * that changed it last. The triggers run at the end of that transaction, so writers wait for each other only then. An
 * update of other columns, such as the last day of an event, changes no version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table catalogue_versions (name text primary key, version text not null)`.execute(db);
  await sql`insert into catalogue_versions (name, version) values ('events', '0')`.execute(db);
  await sql`
    create function change_events_version() returns trigger language plpgsql as $$ begin
      update catalogue_versions set version = pg_current_xact_id()::text
      where name = 'events' and version <> pg_current_xact_id()::text;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger events_change_version
      after insert or delete or update of id, name, brand_name, producer_name, venue_name, city, state, start_date,
        time_zone, archived on events
      deferrable initially deferred for each row execute function change_events_version()`.execute(db);
  await sql`
    create constraint trigger event_pricings_change_version after insert or update or delete on event_pricings
      deferrable initially deferred for each row execute function change_events_version()`.execute(db);
}
