import type { Db } from '#server/platform/database.ts';
import { selectHoldings } from './found-albums.queries.ts';

/** Which customers hold which albums, as a subquery for other modules. */
export function holdings(db: Db) {
  return selectHoldings(db);
}
