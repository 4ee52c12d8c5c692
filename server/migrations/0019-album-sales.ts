import { type Kysely, sql } from 'kysely';

/** Who bought an album is asked by album; entitlements were indexed by their owner alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index entitlements_of_album on entitlements (album_id, order_line_id)`.execute(db);
  await sql`create index entitlement_swaps_of_entitlement on entitlement_swaps (entitlement_id, id)`.execute(
    db,
  );
}
