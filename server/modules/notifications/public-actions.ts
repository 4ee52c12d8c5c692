import { sql } from 'kysely';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { inviteEndpoints } from '#contract/endpoints/invites.ts';
import type { Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { toWire } from '#server/platform/http/wire-names.ts';

// A public link works only on the page it was made for: that exact path, or with `prefix` also the paths below it.

type ActionRoute = { actionRoute: string; matchType: MatchType };

/** Compares whole path segments, so /view-album/ab is not below /view-album/a. */
export function routeMatches({ actionRoute, matchType }: ActionRoute, clientRoute: string): boolean {
  const stored = readPath(actionRoute);
  const given = readPath(clientRoute);
  if (stored === undefined || given === undefined) return false;
  if (given === stored) return true;
  return matchType === 'prefix' && given.startsWith(stored === '/' ? '/' : `${stored}/`);
}

const DOTS = new Set(['.', '..']);

/** Strips query, fragment and trailing slash; returns undefined for an invalid path or one with dot segments. */
function readPath(route: string): string | undefined {
  const [path = ''] = route.split(/[?#]/, 1);
  if (!path.startsWith('/') || /[\\%]|\/\//.test(path)) return undefined;
  if (path.split('/').some((segment) => DOTS.has(segment))) return undefined;
  return path === '/' ? path : path.replace(/\/$/, '');
}

export async function makePublicAction(
  db: Db,
  action: { route: string; matchType: MatchType; maxAccesses: number | null; userId: number | null },
): Promise<string> {
  const { publicActionUuid } = await db
    .insertInto('publicActionRoutes')
    .values({
      actionRoute: action.route,
      actionRouteMatchType: action.matchType,
      maxNumberOfTimesAccessed: action.maxAccesses,
      userId: action.userId,
    })
    .returning('publicActionUuid')
    .executeTakeFirstOrThrow();
  return publicActionUuid;
}

export async function endPublicAction(db: Db, action: string, now: Date): Promise<void> {
  await db
    .updateTable('publicActionRoutes')
    .set({ endedAt: now, updatedAt: now })
    .where('publicActionUuid', '=', action)
    .where('endedAt', 'is', null)
    .execute();
}

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

export function toWireAction({
  endedAt: _,
  userId,
  ...row
}: ActionRow): ResponseOf<typeof inviteEndpoints.findPublicAction> {
  return { ...toWire(row), userId, action_route_match_type: row.actionRouteMatchType as MatchType };
}

export type ActionRow = NonNullable<Awaited<ReturnType<typeof findAction>>>;

type MatchType = 'exact' | 'prefix';

function findAction(db: Db, action: string) {
  return db
    .selectFrom('publicActionRoutes')
    .selectAll()
    .where('publicActionUuid', '=', action)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
}

/** Checks and counts in one statement, so that simultaneous openings cannot exceed the maximum. */
function countAccess(db: Db, action: string, now: Date) {
  return db
    .updateTable('publicActionRoutes')
    .set((eb) => ({ numberOfTimesAccessed: eb('numberOfTimesAccessed', '+', 1), updatedAt: now }))
    .where('publicActionUuid', '=', action)
    .where('endedAt', 'is', null)
    .where(sql<boolean>`number_of_times_accessed < coalesce(max_number_of_times_accessed, 2147483647)`)
    .returningAll()
    .executeTakeFirst();
}
