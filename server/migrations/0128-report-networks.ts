import { type Kysely, sql } from 'kysely';

/** Photos that were hidden at once are counted per network too, because accounts cost nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reported_photos add column network text check (length(network) <= 50)`.execute(db);
  await sql`
    create index reported_photos_of_network on reported_photos (network, created_at)
      where type = 'privacy' and not staff_first`.execute(db);
}
