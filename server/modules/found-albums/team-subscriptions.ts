import type { TeamSubscription } from '#contract/entities/album.ts';
import {
  MAX_SAVED_TEAMS,
  PROGRAMS_FULL_MESSAGE,
  TEAM_PLACE_DAYS,
  TEAMS_FULL_MESSAGE,
} from '#contract/rules/albums.ts';
import type { AlertChoice } from '#contract/rules/notifications.ts';
import type { Tx } from '#server/context.ts';
import { lockMailbox } from '#server/modules/accounts/mailboxes.ts';
import type { TeamSearch } from '#server/modules/catalogue/albums.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { findEventFacts } from '#server/modules/catalogue/events.ts';
import { albumSubject } from '#server/modules/catalogue/publish-album.ts';
import { saveChoice } from '#server/modules/notifications/alert-choices.ts';
import { leaveOutTold, notify } from '#server/modules/notifications/notify.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { toWire } from '#server/platform/http/wire-names.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { notifyAlbumsGained, notifyHoldersGained } from './held-album.ts';
import {
  deleteSubscription,
  findSubscription,
  holdAlbumForFollowers,
  holdMatchingAlbums,
  insertSubscription,
  keepSubscription,
  listEarlierFollowers,
  listPlaces,
  listSubscriptions,
  listTeamsFollowed,
  lockProgram,
  type TeamPlace,
} from './team-subscriptions.queries.ts';

export { selectSubscriptions } from './team-subscriptions.queries.ts';

export async function listTeamSubscriptions(db: Db, userId: number): Promise<TeamSubscription[]> {
  return (await listSubscriptions(db, userId)).map(toWire);
}

/** Saves a team search and adds every album that already matches. Saving it again changes nothing. */
export async function addSubscription(
  { db, clock, queue }: Pick<Tx, 'db' | 'clock' | 'queue'>,
  { userId }: Pick<Actor, 'userId'>,
  search: TeamSearch,
): Promise<TeamSubscription> {
  const mailboxKey = await lockMailbox(db, 'team-subscriptions', userId);
  const saved = await findSubscription(db, userId, search);
  if (saved) return toWire(saved);
  requirePlace(await listPlaces(db, mailboxKey, placesHeldSince(clock)), search);
  const subscription = await insertSubscription(db, userId, search);
  await lockProgram(db, search.programName);
  await holdMatchingAlbums(db, userId, search);
  await notifyAlbumsGained({ db, queue }, userId);
  return toWire(subscription);
}

const PLACE_MINUTES = TEAM_PLACE_DAYS * 24 * 60;

export const placesHeldSince = (clock: Tx['clock']): Date => minutesFrom(clock.now(), -PLACE_MINUTES);

/** A team that was removed lately comes back to its own place. */
function requirePlace(places: TeamPlace[], search: TeamSearch): void {
  const nameOf = ({ programName, teamName, divisionName }: TeamSearch) =>
    [programName, teamName, divisionName].map((name) => name.toLowerCase()).join('\n');
  const hasPlace = places.some((place) => nameOf(place) === nameOf(search));
  if (hasPlace || places.length < MAX_SAVED_TEAMS) return;
  const [removedAt] = places.flatMap((place) => place.removedAt ?? []).sort();
  const freeAt = removedAt && minutesFrom(new Date(removedAt), PLACE_MINUTES);
  const hasProgram = places.some(({ teamName }) => teamName === '');
  throw new AppError('too_many', {
    message: hasProgram ? PROGRAMS_FULL_MESSAGE : TEAMS_FULL_MESSAGE,
    details: { limit: MAX_SAVED_TEAMS, ...(freeAt && { free_at: freeAt.toISOString() }) },
  });
}

/** Keeps the albums that the search has found so far. */
export async function removeSubscription(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { userId }: Actor,
  subscriptionId: number,
): Promise<void> {
  const isRemoved = await deleteSubscription(db, { userId, subscriptionId, now: clock.now() });
  if (!isRemoved) throw new AppError('not_found');
}

export async function chooseTeamAlerts(
  tx: Pick<Tx, 'db'>,
  { userId }: Actor,
  { teamId, choice }: { teamId: number; choice: Partial<AlertChoice> },
): Promise<void> {
  if (!(await keepSubscription(tx.db, userId, teamId))) throw new AppError('not_found');
  await saveChoice(tx, { userId, teamId }, choice);
}

/**
 * Adds a published album for everyone who follows its team, and notifies them unless it was published quietly. The
 * lock orders this and the saving of a search, so that one of the two always sees the other.
 */
export async function notifyFollowers(
  tx: Pick<Tx, 'db' | 'clock' | 'queue' | 'sms'>,
  { albumId, quiet, unnotified = [] }: { albumId: number; quiet: boolean; unnotified?: number[] },
): Promise<void> {
  const { db } = tx;
  const album = await findAlbumFacts(db, albumId);
  if (!album?.isPublished) return;
  await lockProgram(db, album.programName);
  const about = { kind: 'album_published', subject: albumSubject(albumId) } as const;
  // A message that was retracted when the album was unpublished is written again.
  const earlier = await leaveOutTold(db, about, await listEarlierFollowers(db, album));
  const followers = await holdAlbumForFollowers(db, album);
  await notifyHoldersGained(tx, albumId);
  await publishLive(db, ...followers.map((userId) => ({ to: userId, kind: 'albums' as const })));
  const told = quiet ? unnotified : [...earlier, ...followers, ...unnotified];
  if (told.length === 0) return;
  const event = await findEventFacts(db, album.eventId);
  const team = [album.programName, album.teamName].filter(Boolean).join(' ');
  await notify(tx, told, {
    ...about,
    words: (i18n) => ({
      title: i18n.t('Photos of {team} are up', { team }),
      line: [team, album.divisionName].filter(Boolean).join(', '),
    }),
    path: `/user-album/${albumId}`,
    albumId,
    teamOf: await listTeamsFollowed(db, album, told),
    ...(event && { event: { timeZone: event.timeZone } }),
  });
}
