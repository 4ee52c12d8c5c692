import type { Tx } from '#server/context.ts';
import { deleteAthletesOf, listFilesOf } from './athletes-of.queries.ts';
import { destroyFilesJob } from './erase-athlete.ts';

export { destroyFiles as destroyAthleteFiles } from './erase-athlete.ts';

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
