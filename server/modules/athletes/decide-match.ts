import type { Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { listSearchedAlbums } from '#server/modules/found-albums/searched-albums.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { tell } from '#server/platform/live/tell.ts';
import { touchAthlete } from './athletes.queries.ts';
import { type Decision, hasShown, writeDecision } from './matches.queries.ts';
import { lockOwnAthlete } from './own-athlete.ts';

/** Later searches never change a customer's decision. */
export async function decideMatch(
  tx: Pick<Tx, 'db' | 'clock'> & { purchases: Purchases },
  { userId }: Actor,
  { athleteId, imageId, decision }: { athleteId: number; imageId: number; decision: Decision | null },
): Promise<void> {
  const { db, clock } = tx;
  await lockOwnAthlete(db, userId, athleteId);
  const albums = await listSearchedAlbums(tx, userId);
  if (!(await hasShown(db, athleteId, albums, imageId))) throw new AppError('not_found');
  await writeDecision(db, athleteId, imageId, decision, clock.now());
  await touchAthlete(db, athleteId, clock.now());
  await tell(db, { to: userId, kind: 'athletes', subject: athleteId });
}
