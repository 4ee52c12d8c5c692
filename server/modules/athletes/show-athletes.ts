import type { UserAthlete } from '#contract/endpoints/athletes.ts';
import { roleCan } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import { getReachable } from '#server/modules/accounts/customer-access.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { listSearchedAlbums } from '#server/modules/found-albums/searched-albums.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { type AthleteRow, findAthleteRow, listAthleteRows } from './athletes.queries.ts';
import { toWireAthlete, toWireReferencePhoto } from './athletes.wire.ts';
import { isMatchingOn, openFaces } from './face-matching.ts';
import { findMissingProof } from './guardian.ts';
import { countMatches } from './matches.queries.ts';
import { listReferencePhotos } from './reference-photos.queries.ts';
import { listScanStates, listSearchable } from './scans.queries.ts';
import { showToday } from './search-turns.ts';

export type ShowTx = Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'faces' | 'log' | 'config'> & {
  purchases: Purchases;
};

/** Staff may list another customer's athletes, but never see their faces; nor does an account without proof. */
export async function listAthletes(
  tx: ShowTx,
  actor: Actor,
  { userId = actor.userId, deleted }: { userId?: number; deleted: boolean },
): Promise<UserAthlete[]> {
  const isOwn = userId === actor.userId;
  if (!isOwn) {
    if (!roleCan(actor.role, 'customers')) throw new AppError('forbidden');
    await getReachable(tx.db, actor, userId);
    await recordAudit(tx.db, {
      actorId: actor.userId,
      action: 'athletes.read',
      subject: `user:${userId}`,
    });
  }
  const rows = await listAthleteRows(tx.db, userId, { deleted });
  return describeAthletes(tx, userId, rows, { hasFaces: isOwn && actor.isProven });
}

export async function showAthlete(tx: ShowTx, athleteId: number): Promise<UserAthlete> {
  const row = await findAthleteRow(tx.db, athleteId);
  if (!row) throw new AppError('not_found');
  const [athlete] = await describeAthletes(tx, row.userId, [row], { hasFaces: true });
  return athlete as UserAthlete;
}

const NONE: Awaited<ReturnType<typeof countMatches>> = new Map();

async function describeAthletes(
  tx: ShowTx,
  userId: number,
  rows: AthleteRow[],
  { hasFaces }: { hasFaces: boolean },
): Promise<UserAthlete[]> {
  if (rows.length === 0) return [];
  const { db } = tx;
  const athleteIds = rows.map(({ id }) => id);
  const albums = await listSearchedAlbums(tx, userId);
  const photos = await listReferencePhotos(db, athleteIds);
  // Searches are read first: one that ends in between must not be called done with the matches of before.
  const searchOf = await describeSearches(tx, userId, albums);
  const matches = (await isMatchingOn(tx)) ? await countMatches(db, athleteIds, albums) : NONE;
  return rows.map((row) =>
    toWireAthlete(row, {
      photos: photos
        .filter(({ athleteId }) => athleteId === row.id)
        .map((photo) => toWireReferencePhoto(tx, photo, { hasFace: hasFaces })),
      matches: matches.get(row.id) ?? { sure: 0, maybe: 0 },
      search: searchOf(row.id),
    }),
  );
}

async function describeSearches(
  tx: ShowTx,
  userId: number,
  albumIds: number[],
): Promise<(athleteId: number) => UserAthlete['search']> {
  const isAvailable = (await openFaces(tx)) !== undefined;
  const searchable = new Set((await listSearchable(tx.db, [userId])).map(({ id }) => id));
  const states = await listScanStates(tx.db, [...searchable], albumIds);
  const today = await showToday(tx, userId);
  const missingProof = await findMissingProof(tx, userId);
  return (athleteId) => {
    const own = states.filter((state) => state.athleteId === athleteId);
    const searched = new Set(own.flatMap((state) => (state.isSearched ? [state.albumId] : [])));
    const albumsTotal = searchable.has(athleteId) ? albumIds.length : 0;
    const albumsDone = own.filter(({ isDone }) => isDone).length;
    const unsearched = albumsTotal === 0 ? [] : albumIds.filter((albumId) => !searched.has(albumId));
    const notToday = unsearched.filter((albumId) => !today.granted.has(albumId)).length - today.left;
    return {
      is_available: isAvailable,
      is_running: isAvailable && missingProof === null && albumsDone < albumsTotal - Math.max(0, notToday),
      albums_done: albumsDone,
      albums_total: albumsTotal,
      albums_today: albumIds.filter((albumId) => today.granted.has(albumId)).length,
      missing_proof: missingProof,
      resumes_at: notToday > 0 && missingProof === null ? today.resumesAt.toISOString() : null,
    };
  };
}
