import { type RawBuilder, sql } from 'kysely';
import { inGaps } from './kept/spans.queries.ts';
import type { Period } from './period.queries.ts';

/** The views of some periods. Those that do not name their viewer yet are from a release before. */
export function seenIn(periods: readonly Period[]): RawBuilder<unknown> {
  const isInPeriod = inGaps(sql`view.created_at`, periods);
  return sql`(
    select view.user_id, view.album_id, view.was_owned from user_album_views view
    where ${isInPeriod} and view.user_id is not null
    union all
    select found.user_id, found.album_id, had_bought(found.user_id, found.album_id, view.created_at)
    from user_album_views view join user_found_albums found on found.id = view.found_album_id
    where ${isInPeriod} and view.user_id is null)`;
}
