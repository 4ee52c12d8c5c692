import { type Kysely, sql } from 'kysely';

/** The chart of the best teams reads the sums of its months from the index alone; else it reads those of all months. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index kept_teams_of_month on kept_teams (mode, span) include (program_name, team_name, cents)`.execute(
    db,
  );
}
