import type { Tx } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { type ActionRow, countAccess, findAction } from './public-actions.queries.ts';
import { type MatchType, routeMatches } from './public-actions.rules.ts';

/**
 * Counts one opening of a link from the page it was made for. A link that is unknown, ended, used up or opened
 * from elsewhere is the same: not found.
 */
export async function openPublicAction(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { action, clientRoute }: { action: string; clientRoute: string },
): Promise<ActionRow> {
  const known = await findAction(db, action);
  const isHere =
    known &&
    routeMatches(
      { actionRoute: known.actionRoute, matchType: known.actionRouteMatchType as MatchType },
      clientRoute,
    );
  const opened = isHere ? await countAccess(db, action, clock.now()) : undefined;
  if (!opened) throw new AppError('not_found');
  return opened;
}
