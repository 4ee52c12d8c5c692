import { z } from 'zod';
import type { GuardianVerification, MissingVerification } from '#contract/rules/athletes.ts';
import type { Tx } from '#server/context.ts';
import { findVerifications } from '#server/modules/accounts/find-people.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { listSearchedAlbums, listSearchers } from '#server/modules/found-albums/held-album.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { listScanStates, listSearchable } from './matches.queries.ts';
import { dayOf, type KnownTurn, nextDayAfter, planTurns } from './search-turns.rules.ts';

export const matchAlbumJob = defineJob({
  name: 'athletes.match-album',
  payload: z.object({ albumId: z.int() }),
  expireSeconds: 3600,
});

export const searchAlbumsJob = defineJob({
  name: 'athletes.search-albums',
  payload: z.object({ userId: z.int() }),
});

type SearchTx = Pick<Tx, 'db' | 'queue' | 'clock' | 'log' | 'config'> & { purchases: Purchases };

export async function enqueueSearch({ db, queue }: Pick<Tx, 'db' | 'queue'>, userId: number): Promise<void> {
  await queue.enqueue(db, searchAlbumsJob, { userId }, { singletonKey: `user:${userId}` });
}

/** Searches every album in which an athlete of the customer was not searched yet, the newest ones first. */
export async function startSearch(tx: SearchTx, userId: number): Promise<void> {
  if ((await findMissingVerification(tx, userId)) !== null) return;
  const turns = await grantAlbums(tx, userId, await listSearchedAlbums(tx, userId));
  // Albums are locked in the order of their ids, so that two customers with the same albums cannot deadlock.
  for (const [albumId, turn] of [...turns].sort(([a], [b]) => a - b)) {
    await enqueueMatchAlbum(tx, albumId, { turn });
  }
}

export async function searchAlbum(
  tx: SearchTx,
  albumId: number,
  options: { startAfterSeconds?: number } = {},
): Promise<void> {
  const athletes = await listSearchable(tx.db, await listSearchers(tx, albumId));
  const turns: number[] = [];
  const userIds = [...new Set(athletes.map(({ userId }) => userId))];
  for (const userId of await keepVerified(tx, userIds)) {
    const turn = (await grantAlbums(tx, userId, [albumId], { hasNewPhotos: true })).get(albumId);
    if (turn !== undefined) turns.push(turn);
  }
  if (turns.length > 0) await enqueueMatchAlbum(tx, albumId, { ...options, turn: Math.min(...turns) });
}

/**
 * Returns the turns of the albums that may be searched today. New photos in an album that was searched before do not
 * count towards the limit.
 */
async function grantAlbums(
  tx: SearchTx,
  userId: number,
  albumIds: number[],
  { hasNewPhotos = false } = {},
): Promise<Map<number, number>> {
  const athletes = await listSearchable(tx.db, [userId]);
  if (athletes.length === 0) return new Map();
  const athleteIds = athletes.map(({ id }) => id);
  const states = Map.groupBy(await listScanStates(tx.db, athleteIds, albumIds), ({ albumId }) => albumId);
  const isForAll = (albumId: number, is: 'isSearched' | 'isDone') =>
    (states.get(albumId) ?? []).filter((state) => state[is]).length === athletes.length;
  const searched = albumIds.filter((albumId) => isForAll(albumId, 'isSearched'));
  const grown = searched.filter((albumId) => hasNewPhotos || !isForAll(albumId, 'isDone'));
  const unsearched = albumIds.filter((albumId) => !isForAll(albumId, 'isSearched'));
  return new Map([
    ...grown.map((albumId, place) => [albumId, place] as const),
    ...(await grantTurns(tx, userId, unsearched)),
  ]);
}

/**
 * Requests for the same album are merged until the search begins, and the earliest turn counts. Nobody waits for a search that
 * was asked for with a longer delay.
 */
async function enqueueMatchAlbum(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  albumId: number,
  { turn, startAfterSeconds = 0 }: { turn: number; startAfterSeconds?: number },
): Promise<void> {
  const singletonKey = `album:${albumId}:${startAfterSeconds}`;
  const waiting = { startAfterSeconds, priority: -turn, singletonKey };
  await queue.enqueue(db, matchAlbumJob, { albumId }, waiting);
}

type TurnTx = Pick<Tx, 'db' | 'clock' | 'log'>;

/**
 * Grants as many of the albums, in their order, as the customer's limit of a day allows, and returns the turn of each
 * granted one. The lock makes the count exact when several searches start at the same time.
 */
export async function grantTurns(
  tx: TurnTx,
  userId: number,
  albumIds: number[],
): Promise<ReadonlyMap<number, number>> {
  if (albumIds.length === 0) return new Map();
  const { db, clock } = tx;
  await advisoryLock(db, `face-search-turns:${userId}`);
  const now = clock.now();
  const { face_search_albums_per_day: limit } = await getSettings(tx);
  const known = await listTurnsSince(db, userId, dayOf(now));
  const plan = planTurns({ albumIds, known, limit, now });
  await saveTurns(db, userId, plan.fresh, now);
  return plan.turns;
}

export async function showToday(tx: TurnTx, userId: number) {
  const now = tx.clock.now();
  const { face_search_albums_per_day: limit } = await getSettings(tx);
  const granted = new Set((await listTurnsSince(tx.db, userId, dayOf(now))).map(({ albumId }) => albumId));
  return { granted, left: Math.max(0, limit - granted.size), resumesAt: nextDayAfter(now) };
}

const RETENTION_DAYS = 2;

/** Deletes the turns of earlier days, which are not counted and would only reveal what people searched. */
export async function forgetOldTurns({ db, clock }: Pick<Tx, 'db' | 'clock'>): Promise<void> {
  const before = dayOf(clock.now());
  before.setUTCDate(before.getUTCDate() - RETENTION_DAYS);
  await db.deleteFrom('faceSearchTurns').where('grantedAt', '<', before.toISOString()).execute();
}

function listTurnsSince(db: Db, userId: number, since: Date): Promise<KnownTurn[]> {
  return db
    .selectFrom('faceSearchTurns')
    .select(['albumId', 'turn', 'grantedAt', 'startedAt'])
    .where('userId', '=', userId)
    .where('grantedAt', '>=', since.toISOString())
    .execute();
}

/** Those of the customers whose search of the album was granted today and has started. */
export async function listStartedToday(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  albumId: number,
  userIds: number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('faceSearchTurns')
    .select('userId')
    .where('albumId', '=', albumId)
    .where('userId', '=', anyOf(userIds))
    .where('grantedAt', '>=', dayOf(clock.now()).toISOString())
    .where('startedAt', 'is not', null)
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

async function saveTurns(
  db: Db,
  userId: number,
  turns: ReadonlyMap<number, number>,
  now: Date,
): Promise<void> {
  if (turns.size === 0) return;
  await db
    .insertInto('faceSearchTurns')
    .values([...turns].map(([albumId, turn]) => ({ userId, albumId, turn, grantedAt: now, startedAt: null })))
    .onConflict((conflict) =>
      conflict.columns(['userId', 'albumId']).doUpdateSet((eb) => ({
        turn: eb.ref('excluded.turn'),
        grantedAt: eb.ref('excluded.grantedAt'),
        startedAt: null,
      })),
    )
    .execute();
}

export async function markStarted(db: Db, userIds: number[], albumId: number, now: Date): Promise<void> {
  await db
    .updateTable('faceSearchTurns')
    .set({ startedAt: now })
    .where('albumId', '=', albumId)
    .where('userId', '=', anyOf(userIds))
    .execute();
}

type GuardianTx = Pick<Tx, 'db' | 'log' | 'config'> & { purchases: Purchases };

/** Returns what a customer must still verify before faces are searched for them, or null. */
export async function findMissingVerification(
  tx: GuardianTx,
  userId: number,
): Promise<MissingVerification | null> {
  if (!tx.config.verification.isRequired) return null;
  return (await missingVerifications(tx, [userId])).get(userId) ?? null;
}

/** Returns the customers for whom faces may be searched. */
export async function keepVerified(tx: GuardianTx, userIds: number[]): Promise<number[]> {
  if (!tx.config.verification.isRequired) return userIds;
  const missing = await missingVerifications(tx, userIds);
  return userIds.filter((userId) => missing.get(userId) === null);
}

/** Suspended and deleted accounts are left out, so they count as unverified for searches. */
async function missingVerifications(
  tx: GuardianTx,
  userIds: number[],
): Promise<ReadonlyMap<number, MissingVerification | null>> {
  const { guardian_verification: wanted } = await getSettings(tx);
  const payers = await tx.purchases.cardPayersAmong(tx.db, userIds);
  const verifications = await findVerifications(tx, userIds);
  return new Map(
    verifications.map(({ userId, hasAddress, hasPhone }) => {
      const isGuardian = isVerified(wanted, { hasPhone, hasCard: payers.has(userId) });
      return [userId, !hasAddress ? 'address' : isGuardian ? null : wanted];
    }),
  );
}

function isVerified(
  wanted: GuardianVerification,
  { hasPhone, hasCard }: { hasPhone: boolean; hasCard: boolean },
) {
  return (hasPhone && wanted !== 'card') || (hasCard && wanted !== 'phone');
}

/** An athlete may be named before, but no face is looked at. */
export async function requireGuardian(tx: GuardianTx, userId: number): Promise<void> {
  const missing = await findMissingVerification(tx, userId);
  if (missing === null) return;
  if (missing === 'address') throw new AppError('address_unverified');
  throw new AppError('guardian_unverified', { details: { accepts: missing } });
}
