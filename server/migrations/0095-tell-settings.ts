import { type Kysely, sql } from 'kysely';

/** Tells every process that a setting has changed, whoever changed it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_settings() returns trigger language plpgsql as $$
    begin
      perform pg_notify('encore_settings', '');
      return null;
    end $$`.execute(db);
  await sql`
    create trigger site_settings_told after insert or update or delete on site_settings for each statement
      execute function tell_settings()`.execute(db);
}
