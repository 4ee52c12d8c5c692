import { type Kysely, sql } from 'kysely';

/**
 * Counts the days of every kept month. The job that counts waits meanwhile; what is written meanwhile leaves a change, so that
 * its day is not read from here until the job has counted it again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('keep_next'))`.execute(db);
  const { rows } = await sql<{ figure: string; mode: string; span: string }>`
    select figure, mode, span from kept_spans where length(span) = 7 order by span`.execute(db);
  for (const { figure, mode, span } of rows) {
    await sql`select keep_dates(${figure}, ${mode}, ${span})`.execute(db);
  }
}
