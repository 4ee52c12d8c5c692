import type { TeamSubscription } from '#contract/entities/team-subscription.ts';
import type { TxContext } from '#server/context.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import type { TeamSearch } from '#server/modules/catalogue/matching-albums.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
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
  type SubscriptionRow,
} from './team-subscriptions.queries.ts';

const MAX_SUBSCRIPTIONS = 50;

export async function listTeamSubscriptions(db: Db, userId: number): Promise<TeamSubscription[]> {
  return (await listSubscriptions(db, userId)).map(toWireSubscription);
}

/** Saves a team search, and holds every album it matches by now. Saving it again changes nothing. */
export async function addSubscription(
  { db }: Pick<TxContext, 'db'>,
  userId: number,
  search: TeamSearch,
): Promise<TeamSubscription> {
  await lockSubscriptionsOf(db, userId);
  const saved = await findSubscription(db, userId, search);
  if (saved) return toWireSubscription(saved);
  if ((await countSubscriptions(db, userId)) >= MAX_SUBSCRIPTIONS) {
    throw new AppError('conflict', { message: `You can save up to ${MAX_SUBSCRIPTIONS} team searches.` });
  }
  const subscription = await insertSubscription(db, userId, search);
  await lockProgram(db, search.programName);
  await holdMatchingAlbums(db, userId, search);
  return toWireSubscription(subscription);
}

/** Stops following; albums found so far stay. */
export async function removeSubscription(
  { db }: Pick<TxContext, 'db'>,
  userId: number,
  subscriptionId: number,
): Promise<void> {
  if (!(await deleteSubscription(db, userId, subscriptionId))) throw new AppError('not_found');
}

/**
 * Gives a published album to everyone who follows its team. The lock orders this and the saving of a search:
 * either that search has seen the album, or this sees the search.
 */
export async function tellFollowers({ db }: Pick<TxContext, 'db'>, albumId: number): Promise<void> {
  const album = await findAlbumFacts(db, albumId);
  if (!album?.isPublished) return;
  await lockProgram(db, album.programName);
  await holdAlbumForFollowers(db, album);
}

function toWireSubscription(row: SubscriptionRow): TeamSubscription {
  return {
    id: row.id,
    program_name: row.programName,
    team_name: row.teamName,
    division_name: row.divisionName,
  };
}
