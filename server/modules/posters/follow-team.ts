import type { Tx } from '#server/context.ts';
import { findOpenSiblings, getPosterAlbum } from '#server/modules/catalogue/find-poster.ts';
import type { TeamSearch } from '#server/modules/catalogue/matching-albums.ts';
import { awaitAlbum } from '#server/modules/found-albums/start-at-album.ts';
import { addSubscription } from '#server/modules/found-albums/team-subscriptions.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';

export type Followed = {
  saved: boolean;
  /** The album to open now; null while the photos are not up. */
  album: number | null;
};

export async function followTeam(
  tx: Pick<Tx, 'db' | 'clock' | 'queue'>,
  { userId }: Pick<Actor, 'userId'>,
  code: string,
): Promise<Followed> {
  const { albumId, team } = await getPosterAlbum(tx.db, code);
  return saveTeam(tx, { userId, albumId, team });
}

export async function saveTeam(
  tx: Pick<Tx, 'db' | 'clock' | 'queue'>,
  { userId, albumId, team }: { userId: number; albumId: number; team: TeamSearch },
): Promise<Followed> {
  try {
    await addSubscription(tx, { userId }, team);
  } catch (error) {
    // The account follows as many teams as it may; nothing was written.
    if (error instanceof AppError && error.code === 'too_many') return { saved: false, album: null };
    throw error;
  }
  const album = (await findOpenSiblings(tx.db, [albumId])).get(albumId) ?? null;
  if (album === null) await awaitAlbum(tx, { userId, albumId });
  return { saved: true, album };
}
