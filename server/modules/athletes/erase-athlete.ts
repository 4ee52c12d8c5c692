import { z } from 'zod';
import { consentedYears } from '#contract/rules/athletes.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import {
  type AthleteRow,
  deleteAthletesOf,
  endConsent,
  listAthleteRows,
  listConsentVersions,
  listFilesOf,
  listUntouched,
  lockAthlete,
  markDeleted,
  renewTemplate,
} from './athletes.queries.ts';
import { lockOwnAthlete } from './athletes.ts';
import { deleteMatches } from './matches.queries.ts';
import { emptyReferencePhotos, findReferencePhoto } from './reference-photos.queries.ts';
import { deleteScans } from './scans.queries.ts';
import { enqueueSearch } from './start-search.ts';
import { destroyVault } from './template-vault.ts';

const MAX_FILES = 100;

/** Enqueued in the transaction that deletes the rows, in case the process stops before the files are destroyed. */
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
    await markDeleted(tx.db, athleteId, tx.clock.now());
    return eraseFace(tx, athlete);
  });
}

/** Deletes all athletes of the caller and returns how many there were. */
export async function deleteAthletes(context: Context, actor: Actor, userId: number): Promise<number> {
  if (userId !== actor.userId) throw new AppError('forbidden');
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
    const athleteIds = await listUntouched(context.db, { version, before, limit: ATHLETES_AT_A_TIME });
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

const FILES_PER_JOB = 100;

/** Deletes every athlete of a customer with all they have, and returns the files to destroy after the transaction. */
export async function eraseAthletesOf(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  userId: number,
): Promise<string[]> {
  const fileIds = await listFilesOf(db, userId);
  for (let start = 0; start < fileIds.length; start += FILES_PER_JOB) {
    await queue.enqueue(db, destroyFilesJob, { fileIds: fileIds.slice(start, start + FILES_PER_JOB) });
  }
  await deleteAthletesOf(db, userId);
  return fileIds;
}
