import type { TeamSubscription } from '#contract/entities/team-subscription.ts';
import { MAX_SAVED_TEAMS } from '#contract/rules/saved-teams.ts';
import type { Tx } from '#server/context.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import type { TeamSearch } from '#server/modules/catalogue/matching-albums.ts';
import { albumSubject } from '#server/modules/catalogue/publish-album.ts';
import { notify } from '#server/modules/notifications/notify.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { tell } from '#server/platform/live/tell.ts';
import { tellAlbumsGained, tellHoldersGained } from './albums-gained.ts';
import { toWireSubscription } from './found-albums.wire.ts';
import {
  countSubscriptions,
  deleteSubscription,
  findSubscription,
  holdAlbumForFollowers,
  holdMatchingAlbums,
  insertSubscription,
  listSubscriptions,
  lockProgram,
  lockSubscriptionsOf,
} from './team-subscriptions.queries.ts';

export { toWireSubscription } from './found-albums.wire.ts';
export { selectSubscriptions } from './team-subscriptions.queries.ts';

export async function listTeamSubscriptions(db: Db, userId: number): Promise<TeamSubscription[]> {
  return (await listSubscriptions(db, userId)).map(toWireSubscription);
}

/** Saves a team search and adds every album that already matches. Saving it again changes nothing. */
export async function addSubscription(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  { userId }: Pick<Actor, 'userId'>,
  search: TeamSearch,
): Promise<TeamSubscription> {
  await lockSubscriptionsOf(db, userId);
  const saved = await findSubscription(db, userId, search);
  if (saved) return toWireSubscription(saved);
  if ((await countSubscriptions(db, userId)) >= MAX_SAVED_TEAMS) {
    throw new AppError('too_many', {
      message: `You can save up to ${MAX_SAVED_TEAMS} teams. Remove one to save another.`,
    });
  }
  const subscription = await insertSubscription(db, userId, search);
  await lockProgram(db, search.programName);
  await holdMatchingAlbums(db, userId, search);
  await tellAlbumsGained({ db, queue }, userId);
  return toWireSubscription(subscription);
}

/** Keeps the albums that the search has found so far. */
export async function removeSubscription(
  { db }: Pick<Tx, 'db'>,
  { userId }: Actor,
  subscriptionId: number,
): Promise<void> {
  if (!(await deleteSubscription(db, userId, subscriptionId))) throw new AppError('not_found');
}

/**
 * Adds a published album for everyone who follows its team, and notifies them unless it was published quietly. The
 * lock orders this and the saving of a search, so that one of the two always sees the other.
 */
export async function tellFollowers(
  tx: Pick<Tx, 'db' | 'clock' | 'queue' | 'sms'>,
  { albumId, quiet, untold = [] }: { albumId: number; quiet: boolean; untold?: number[] },
): Promise<void> {
  const { db } = tx;
  const album = await findAlbumFacts(db, albumId);
  if (!album?.isPublished) return;
  await lockProgram(db, album.programName);
  const followers = await holdAlbumForFollowers(db, album);
  if (followers.length > 0) await tellHoldersGained(tx, albumId);
  await tell(db, ...followers.map((userId) => ({ to: userId, kind: 'albums' as const })));
  const told = quiet ? untold : [...followers, ...untold];
  if (told.length === 0) return;
  const team = [album.programName, album.teamName].filter(Boolean).join(' ');
  await notify(tx, told, {
    kind: 'album_published',
    subject: albumSubject(albumId),
    title: `New photos of ${team}`,
    line: `${[team, album.divisionName].filter(Boolean).join(', ')}: the album is ready to preview.`,
    path: `/user-album/${albumId}`,
    albumId,
  });
}
