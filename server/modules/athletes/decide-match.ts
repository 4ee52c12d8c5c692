import type { Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { listHeldAlbums } from '#server/modules/found-albums/held-album.ts';
import { AppError } from '#server/platform/errors.ts';
import { tell } from '#server/platform/live/tell.ts';
import { lockAthlete, touchAthlete } from './athletes.queries.ts';
import { type Decision, hasShown, writeDecision } from './matches.queries.ts';

/** The customer knows better than we do, and no later search changes what they said. */
export async function decideMatch(
  world: Pick<Tx, 'db' | 'clock'> & { purchases: Purchases },
  userId: number,
  athleteId: number,
  { imageId, decision }: { imageId: number; decision: Decision | null },
): Promise<void> {
  const { db, clock } = world;
  const athlete = await lockAthlete(db, athleteId);
  if (athlete?.userId !== userId || athlete.deletedAt !== null) throw new AppError('not_found');
  const held = await listHeldAlbums(world, userId);
  if (!(await hasShown(db, athleteId, held, imageId))) throw new AppError('not_found');
  await writeDecision(db, athleteId, imageId, decision, clock.now());
  await touchAthlete(db, athleteId, clock.now());
  await tell(db, { to: userId, kind: 'athletes', subject: athleteId });
}
