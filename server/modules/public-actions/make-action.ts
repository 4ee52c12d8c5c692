import type { Db } from '#server/platform/database.ts';
import { insertAction, markEnded } from './public-actions.queries.ts';
import type { MatchType } from './public-actions.rules.ts';

export function makePublicAction(
  db: Db,
  action: { route: string; matchType: MatchType; maxAccesses: number | null; userId: number | null },
): Promise<string> {
  return insertAction(db, {
    actionRoute: action.route,
    actionRouteMatchType: action.matchType,
    maxNumberOfTimesAccessed: action.maxAccesses,
    userId: action.userId,
  });
}

export async function endPublicAction(db: Db, action: string, now: Date): Promise<void> {
  await markEnded(db, action, now);
}
