import type { Db } from '#server/platform/database.ts';
import { selectIdsMatching } from './search-users.queries.ts';

/** Returns a subquery that another module can put into its own query. */
export function peopleMatching(db: Db, text: string) {
  return selectIdsMatching(db, text);
}
