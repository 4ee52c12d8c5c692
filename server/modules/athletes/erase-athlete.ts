import { sql } from 'kysely';
import { z } from 'zod';
import { consentedYears } from '#contract/rules/athletes.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import {
  type AthleteRow,
  endConsent,
  findReferencePhoto,
  listAthleteRows,
  lockAthlete,
  renewTemplate,
} from './athletes.queries.ts';
import { lockOwnAthlete } from './athletes.ts';
import { enqueueSearch } from './start-search.ts';
import { destroyVault } from './template-vault.ts';

const MAX_FILES = 100;

/** Enqueued before files are written and in the transaction that deletes their rows, in case the process stops in between. */
export const destroyFilesJob = defineJob({
  name: 'athletes.destroy-files',
  payload: z.object({ fileIds: z.array(z.uuid()).min(1).max(MAX_FILES) }),
  retries: 20,
});

/** Keeps the name; photos, templates and matches are destroyed. */
export async function withdrawConsent(context: Context, actor: Actor, athleteId: number): Promise<void> {
  await erase(context, async (tx) => eraseFace(tx, await lockOwnAthlete(tx.db, actor.userId, athleteId)));
}

export async function deleteAthlete(context: Context, actor: Actor, athleteId: number): Promise<void> {
  await erase(context, async (tx) => {
    const athlete = await lockOwnAthlete(tx.db, actor.userId, athleteId);
    await tx.db
      .updateTable('userAthletes')
      .set({ deletedAt: tx.clock.now() })
      .where('id', '=', athleteId)
      .execute();
    return eraseFace(tx, athlete);
  });
}

/** Deletes all athletes of the caller and returns how many there were. */
export async function deleteAthletes(context: Context, actor: Actor, userId: number): Promise<number> {
  if (userId !== actor.userId) throw new AppError('not_found');
  const athletes = await listAthleteRows(context.db, userId);
  for (const { id } of athletes) await deleteAthlete(context, actor, id);
  return athletes.length;
}

/** Deletes the matches found with the photo and searches again with the remaining ones. */
export async function deleteReferencePhoto(
  context: Context,
  { userId }: Actor,
  photoId: number,
): Promise<void> {
  await erase(context, async (tx) => {
    const { db, clock } = tx;
    const photo = await findReferencePhoto(db, photoId);
    if (photo?.userId !== userId || photo.deletedAt !== null) throw new AppError('not_found');
    await lockOwnAthlete(db, userId, photo.athleteId);
    const fileIds = await emptyReferencePhotos(db, { photoId }, clock.now());
    await renewTemplate(db, photo.athleteId);
    await deleteMatches(db, photo.athleteId, { undecided: true });
    await deleteScans(db, photo.athleteId);
    await enqueueSearch(tx, userId);
    await publishLive(db, { to: userId, kind: 'athletes', subject: photo.athleteId });
    return fileIds;
  });
}

const ATHLETES_AT_A_TIME = 100;

/** Erases face data that nobody has used for the time stated in the consent text. */
export async function eraseUntouched(context: Context): Promise<void> {
  const { template_life_years: years } = await getSettings(context);
  for (const version of await listConsentVersions(context.db)) {
    const before = context.clock.now();
    before.setFullYear(before.getFullYear() - Math.min(years, consentedYears(version)));
    await eraseUntouchedSince(context, version, before);
  }
}

async function eraseUntouchedSince(context: Context, version: string, before: Date): Promise<void> {
  for (;;) {
    const athleteIds = (
      await context.db
        .selectFrom('userAthletes as athletes')
        .innerJoin('athleteConsents as consents', 'consents.athleteId', 'athletes.id')
        .select('athletes.id')
        .where('consents.withdrawnAt', 'is', null)
        .where('consents.version', '=', version)
        .where('athletes.touchedAt', '<', before.toISOString())
        .limit(ATHLETES_AT_A_TIME)
        .execute()
    ).map(({ id }) => id);
    for (const athleteId of athleteIds) {
      await erase(context, async (tx) => {
        const athlete = await lockAthlete(tx.db, athleteId);
        return athlete ? eraseFace(tx, athlete) : [];
      });
    }
    if (athleteIds.length < ATHLETES_AT_A_TIME) return;
  }
}

/** A search in progress drops its matches, because the template version has changed. */
async function eraseFace({ db, clock }: Tx, { id, userId }: AthleteRow): Promise<string[]> {
  const now = clock.now();
  await endConsent(db, id, now);
  const fileIds = await emptyReferencePhotos(db, { athleteId: id }, now);
  await renewTemplate(db, id);
  await deleteMatches(db, id);
  await deleteScans(db, id);
  await publishLive(db, { to: userId, kind: 'athletes', subject: id });
  return fileIds;
}

async function erase(context: Context, eraseRows: (tx: Tx) => Promise<string[]>): Promise<void> {
  const fileIds = await inTransaction(context, async (tx) => {
    const emptied = await eraseRows(tx);
    if (emptied.length > 0) await tx.queue.enqueue(tx.db, destroyFilesJob, { fileIds: emptied });
    return emptied;
  });
  try {
    await destroyAthleteFiles(context, fileIds);
  } catch (error) {
    context.log.error({ err: error }, 'files of an erased athlete could not be destroyed yet');
  }
}

export async function destroyAthleteFiles(
  context: Pick<Context, 'storage'>,
  fileIds: string[],
): Promise<void> {
  for (const fileId of fileIds) await destroyVault(context, fileId);
}

/** Leaves out the files of photos that are there, because a job clears up after every upload. */
export async function destroyUnusedFiles(
  context: Pick<Context, 'db' | 'storage'>,
  fileIds: string[],
): Promise<void> {
  const rows = await context.db
    .selectFrom('athleteReferencePhotos')
    .select('fileId')
    .where('fileId', 'in', fileIds)
    .execute();
  const used = new Set(rows.map(({ fileId }) => fileId));
  await destroyAthleteFiles(
    context,
    fileIds.filter((fileId) => !used.has(fileId)),
  );
}

/** Deletes every athlete of a customer with all they have, and returns the files to destroy after the transaction. */
export async function eraseAthletesOf(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  userId: number,
): Promise<string[]> {
  const fileIds = (
    await db
      .selectFrom('athleteReferencePhotos as photos')
      .innerJoin('userAthletes as athletes', 'athletes.id', 'photos.athleteId')
      .select('photos.fileId')
      .where('athletes.userId', '=', userId)
      .where('photos.fileId', 'is not', null)
      .execute()
  ).flatMap(({ fileId }) => (fileId ? [fileId] : []));
  for (let start = 0; start < fileIds.length; start += MAX_FILES) {
    await queue.enqueue(db, destroyFilesJob, { fileIds: fileIds.slice(start, start + MAX_FILES) });
  }
  await db.deleteFrom('userAthletes').where('userId', '=', userId).execute();
  await db.deleteFrom('faceSearchTurns').where('userId', '=', userId).execute();
  return fileIds;
}

async function listConsentVersions(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('athleteConsents')
    .select('version')
    .distinct()
    .where('withdrawnAt', 'is', null)
    .execute();
  return rows.map(({ version }) => version);
}

async function deleteMatches(db: Db, athleteId: number, { undecided = false } = {}): Promise<void> {
  let deletion = db.deleteFrom('athleteMatches').where('athleteId', '=', athleteId);
  if (undecided) deletion = deletion.where('decision', 'is', null);
  await deletion.execute();
}

/** Keeps the rows as a record without their content. Returns the files to destroy. */
export async function emptyReferencePhotos(
  db: Db,
  which: { athleteId: number } | { photoId: number },
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ fileId: string | null }>`
    update athlete_reference_photos photo set deleted_at = ${now}, file_id = null, encrypted_template = null
    from (select id, file_id from athlete_reference_photos where deleted_at is null
      and ${'photoId' in which ? sql`id = ${which.photoId}` : sql`athlete_id = ${which.athleteId}`} for update) live
    where photo.id = live.id
    returning live.file_id`.execute(db);
  return rows.flatMap(({ fileId }) => (fileId ? [fileId] : []));
}

async function deleteScans(db: Db, athleteId: number): Promise<void> {
  await db.deleteFrom('athleteAlbumScans').where('athleteId', '=', athleteId).execute();
}
