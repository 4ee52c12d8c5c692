import type { Tx } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { type ActionRow, countAccess, findAction } from './public-actions.queries.ts';
import { type MatchType, routeMatches } from './public-actions.rules.ts';

/** An unknown, ended, used-up or misplaced link answers alike, so that nobody learns which links exist. */
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
