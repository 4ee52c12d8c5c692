import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';

/** Adds the waiting changes to the counts in one statement, so that a reader sees each change exactly once. */
export async function foldFrameChanges(db: Db): Promise<void> {
  await sql`
    with changes as (delete from frame_changes returning *)
    insert into frame_counts as counts (event_id, album_id, photographer, frames, shown, first_at, last_at)
    select event_id, album_id, photographer, sum(frames), sum(shown), min(first_at), max(last_at)
    from changes group by 1, 2, 3
    on conflict (event_id, album_id, photographer) do update set
      frames = counts.frames + excluded.frames, shown = counts.shown + excluded.shown,
      first_at = least(counts.first_at, excluded.first_at),
      last_at = greatest(counts.last_at, excluded.last_at)`.execute(db);
}
