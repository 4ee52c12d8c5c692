import { type Insertable, sql } from 'kysely';
import { MAX_ATHLETES, type UserAthlete } from '#contract/endpoints/athletes.ts';
import type { Language } from '#contract/i18n.ts';
import { consentVersion } from '#contract/rules/athletes.ts';
import { SURE_SCORE } from '#engines/faces/matching.ts';
import type { Tx } from '#server/context.ts';
import { getReachable } from '#server/modules/accounts/customer-access.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { listSearchedAlbums } from '#server/modules/found-albums/held-album.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { AthleteConsents } from '#server/platform/database/database.gen.ts';
import type { Db } from '#server/platform/database/database.ts';
import { anyOf } from '#server/platform/database/database.ts';
import type { Faces } from '#server/platform/faces/faces.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import {
  type AthleteRow,
  COLUMNS,
  endConsent,
  findAthleteRow,
  listAthleteRows,
  lockAthlete,
  touchAthlete,
} from './athletes.queries.ts';
import { toWireAthlete, toWireReferencePhoto } from './athletes.wire.ts';
import { type Decision, isSure, listScanStates, listSearchable, selectShown } from './matches.queries.ts';
import { findMissingVerification, showToday } from './start-search.ts';

type Consent = { version: string; relation: 'guardian' | 'self'; language: Language };

export async function addAthlete(
  tx: Pick<Tx, 'db' | 'clock' | 'log'>,
  { userId }: Actor,
  { name, teamName, consent }: { name: string; teamName: string | null; consent: Consent },
): Promise<number> {
  await requireCurrentText(tx, consent);
  const { db, clock } = tx;
  if ((await lockAthletesOf(db, userId)) >= MAX_ATHLETES) {
    throw new AppError('too_many', { message: `You can add up to ${MAX_ATHLETES} athletes.` });
  }
  const now = clock.now();
  const athleteId = (
    await db
      .insertInto('userAthletes')
      .values({ userId, name, teamName, touchedAt: now, createdAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  const { version, relation, language } = consent;
  await insertConsent(db, { athleteId, version, relation, language, givenAt: now });
  await publishLive(db, { to: userId, kind: 'athletes', subject: athleteId });
  return athleteId;
}

/** Replaces a consent to an older text. */
export async function giveConsent(
  tx: Pick<Tx, 'db' | 'clock' | 'log'>,
  { userId }: Actor,
  { athleteId, consent }: { athleteId: number; consent: Consent },
): Promise<void> {
  await requireCurrentText(tx, consent);
  const { db, clock } = tx;
  const athlete = await lockOwnAthlete(db, userId, athleteId);
  if (athlete.consentVersion === consent.version && athlete.consentRelation === consent.relation) return;
  const now = clock.now();
  await endConsent(db, athleteId, now);
  const { version, relation, language } = consent;
  await insertConsent(db, { athleteId, version, relation, language, givenAt: now });
  await touchAthlete(db, athleteId, now);
  await publishLive(db, { to: userId, kind: 'athletes', subject: athleteId });
}

/** A consent counts only for the text that is shown now, while face matching is on. */
async function requireCurrentText(tx: Pick<Tx, 'db' | 'log'>, { version }: Consent): Promise<void> {
  if (!(await isMatchingOn(tx))) throw new AppError('faces_unavailable');
  if (version === consentVersion((await getSettings(tx)).template_life_years)) return;
  throw new AppError('consent_needed', {
    message: 'The consent text has changed. Please read it again.',
  });
}

export async function getOwnAthlete(db: Db, userId: number, athleteId: number): Promise<AthleteRow> {
  return requireOwn(await findAthleteRow(db, athleteId), userId);
}

export async function lockOwnAthlete(db: Db, userId: number, athleteId: number): Promise<AthleteRow> {
  return requireOwn(await lockAthlete(db, athleteId), userId);
}

function requireOwn(athlete: AthleteRow | undefined, userId: number): AthleteRow {
  if (athlete?.userId !== userId || athlete.deletedAt !== null) throw new AppError('not_found');
  return athlete;
}

/** While it is off, there are no searches and no matches are shown, but stored data stays. */
export async function isMatchingOn(tx: Pick<Tx, 'db' | 'log'>): Promise<boolean> {
  return (await getSettings(tx)).face_matching;
}

/** Returns undefined if face matching is off or this machine cannot detect faces. */
export async function openFaces(tx: Pick<Tx, 'db' | 'log' | 'faces'>): Promise<Faces | undefined> {
  return (await isMatchingOn(tx)) ? tx.faces.open() : undefined;
}

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
  await db
    .updateTable('athleteMatches')
    .set({ decision, decidedAt: decision === null ? null : clock.now() })
    .where('athleteId', '=', athleteId)
    .where('imageId', '=', imageId)
    .execute();
  await touchAthlete(db, athleteId, clock.now());
  await publishLive(db, { to: userId, kind: 'athletes', subject: athleteId });
}

export type ShowTx = Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'faces' | 'log' | 'config'> & {
  purchases: Purchases;
};

/** Staff may list another customer's athletes, but never see their faces; nor does an account without verification. */
export async function listAthletes(
  tx: ShowTx,
  actor: Actor,
  { userId = actor.userId, deleted }: { userId?: number; deleted: boolean },
): Promise<UserAthlete[]> {
  const isOwn = userId === actor.userId;
  if (!isOwn) {
    await getReachable(tx.db, actor, userId);
    await recordAudit(tx.db, { actorId: actor.userId, action: 'athletes.read', subject: `user:${userId}` });
  }
  const rows = await listAthleteRows(tx.db, userId, { deleted });
  return describeAthletes(tx, userId, rows, { hasFaces: isOwn && actor.isVerified });
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
  const photos = await db
    .selectFrom('athleteReferencePhotos')
    .select(COLUMNS)
    .where('athleteId', '=', anyOf(athleteIds))
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
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
  const missingVerification = await findMissingVerification(tx, userId);
  return (athleteId) => {
    const own = states.filter((state) => state.athleteId === athleteId);
    const searched = new Set(own.flatMap((state) => (state.isSearched ? [state.albumId] : [])));
    const albumsTotal = searchable.has(athleteId) ? albumIds.length : 0;
    const albumsDone = own.filter(({ isDone }) => isDone).length;
    const unsearched = albumsTotal === 0 ? [] : albumIds.filter((albumId) => !searched.has(albumId));
    const notToday = unsearched.filter((albumId) => !today.granted.has(albumId)).length - today.left;
    return {
      is_available: isAvailable,
      is_running:
        isAvailable && missingVerification === null && albumsDone < albumsTotal - Math.max(0, notToday),
      albums_done: albumsDone,
      albums_total: albumsTotal,
      albums_today: albumIds.filter((albumId) => today.granted.has(albumId)).length,
      missing_verification: missingVerification,
      resumes_at: notToday > 0 && missingVerification === null ? today.resumesAt.toISOString() : null,
    };
  };
}

/** Serializes additions, so that the limit per customer holds. Returns the number of athletes. */
async function lockAthletesOf(db: Db, userId: number): Promise<number> {
  await advisoryLock(db, `athletes:${userId}`);
  const { total } = await db
    .selectFrom('userAthletes')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}

async function insertConsent(db: Db, consent: Insertable<AthleteConsents>): Promise<void> {
  await db.insertInto('athleteConsents').values(consent).execute();
}

async function countMatches(db: Db, athleteIds: number[], albumIds: number[]) {
  const rows = await selectShown(db, athleteIds, albumIds)
    .select('matches.athleteId')
    .select([
      sql<number>`(count(*) filter (where ${isSure}))::integer`.as('sure'),
      sql<number>`(count(*) filter (where ${isMaybe}))::integer`.as('maybe'),
    ])
    .groupBy('matches.athleteId')
    .execute();
  return new Map(rows.map(({ athleteId, ...counts }) => [athleteId, counts] as const));
}

const isMaybe = sql<boolean>`(matches.decision is null and matches.score < ${sql.lit(SURE_SCORE)})`;

async function hasShown(db: Db, athleteId: number, albumIds: number[], imageId: number) {
  const found = await selectShown(db, [athleteId], albumIds)
    .select('matches.imageId')
    .where('matches.imageId', '=', imageId)
    .executeTakeFirst();
  return found !== undefined;
}
