import { type Kysely, sql } from 'kysely';

/** Events that processes keep show their archive date, so a new one must change their version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create constraint trigger events_change_version_by_archive_date after update of archive_date on events
      deferrable initially deferred for each row execute function change_events_version()`.execute(db);
}
