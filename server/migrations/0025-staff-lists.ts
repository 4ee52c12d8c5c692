import { type Kysely, sql } from 'kysely';

/** The staff list of albums is paged by key, so its order by publication must have no nulls. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index albums_by_state`.execute(db);
  await sql`create index albums_by_state on albums ((coalesce(published_at, '-infinity')), id)`.execute(db);
}
