import type { Db } from '#server/platform/database.ts';
import { selectIdsMatching } from './accounts.queries.ts';

/** Accounts with this text in their name or e-mail address, to be looked for within the query of another module. */
export function peopleMatching(db: Db, text: string) {
  return selectIdsMatching(db, text);
}
