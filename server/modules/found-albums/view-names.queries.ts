import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';

/** Returns how many views were filled in. */
export async function nameViewers(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update user_album_views view set user_id = found.user_id, album_id = found.album_id,
      was_owned = had_bought(found.user_id, found.album_id, view.created_at)
    from user_found_albums found
    where found.id = view.found_album_id and view.id in (
      select id from user_album_views where user_id is null order by created_at limit ${limit}
      for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
