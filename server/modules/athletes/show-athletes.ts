import type { UserAthlete } from '#contract/endpoints/athletes.ts';
import { roleCan } from '#contract/rules/permissions.ts';
import type { Context } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { listHeldAlbums } from '#server/modules/found-albums/held-album.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { type AthleteRow, findAthleteRow, listAthleteRows } from './athletes.queries.ts';
import { toWireAthlete, toWireReferencePhoto } from './athletes.wire.ts';
import { isMatchingOn, openFaces } from './face-matching.ts';
import { countMatches } from './matches.queries.ts';
import { listReferencePhotos } from './reference-photos.queries.ts';
import { listDone, listSought } from './scans.queries.ts';

export type AthletesWorld = Pick<Context, 'clock' | 'imageKeys' | 'faces' | 'log'> & {
  db: Db;
  purchases: Purchases;
};

type Wanted = { userId?: number; deleted: boolean };

/** One's own; staff may see whom another customer looks for, but not their faces. */
export async function listAthletes(
  world: AthletesWorld,
  actor: Actor,
  { userId = actor.userId, deleted }: Wanted,
): Promise<UserAthlete[]> {
  const isOwn = userId === actor.userId;
  if (!isOwn) {
    if (!roleCan(actor.role, 'customers')) throw new AppError('forbidden');
    await recordAudit(world.db, {
      actorId: actor.userId,
      action: 'athletes.read',
      subject: `user:${userId}`,
    });
  }
  const rows = await listAthleteRows(world.db, userId, { deleted });
  return describeAthletes(world, userId, rows, { hasFaces: isOwn });
}

export async function showAthlete(world: AthletesWorld, athleteId: number): Promise<UserAthlete> {
  const row = await findAthleteRow(world.db, athleteId);
  if (!row) throw new AppError('not_found');
  const [athlete] = await describeAthletes(world, row.userId, [row], { hasFaces: true });
  return athlete as UserAthlete;
}

/** The customer's own athlete; what is another's is not there. */
export async function requireAthlete(db: Db, userId: number, athleteId: number): Promise<AthleteRow> {
  const row = await findAthleteRow(db, athleteId);
  if (row?.userId !== userId || row.deletedAt !== null) throw new AppError('not_found');
  return row;
}

const NONE: Awaited<ReturnType<typeof countMatches>> = new Map();

async function describeAthletes(
  world: AthletesWorld,
  userId: number,
  rows: AthleteRow[],
  { hasFaces }: { hasFaces: boolean },
): Promise<UserAthlete[]> {
  if (rows.length === 0) return [];
  const { db } = world;
  const athleteIds = rows.map(({ id }) => id);
  const held = await listHeldAlbums(world, userId);
  const photos = await listReferencePhotos(db, athleteIds);
  const matches = (await isMatchingOn(world)) ? await countMatches(db, athleteIds, held) : NONE;
  const searchOf = await describeSearches(world, userId, held);
  return rows.map((row) =>
    toWireAthlete(row, {
      photos: photos
        .filter(({ athleteId }) => athleteId === row.id)
        .map((photo) => toWireReferencePhoto(world, photo, { hasFace: hasFaces })),
      matches: matches.get(row.id) ?? { sure: 0, maybe: 0 },
      search: searchOf(row.id),
    }),
  );
}

async function describeSearches(
  world: AthletesWorld,
  userId: number,
  held: number[],
): Promise<(athleteId: number) => UserAthlete['search']> {
  const { db } = world;
  const isAvailable = (await openFaces(world)) !== undefined;
  const sought = new Set((await listSought(db, [userId])).map(({ id }) => id));
  const done = await listDone(db, [...sought], held);
  return (athleteId) => {
    const albumsTotal = sought.has(athleteId) ? held.length : 0;
    const albumsDone = done.filter((scan) => scan.athleteId === athleteId).length;
    return {
      is_available: isAvailable,
      is_running: isAvailable && albumsDone < albumsTotal,
      albums_done: albumsDone,
      albums_total: albumsTotal,
    };
  };
}
