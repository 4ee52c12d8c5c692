import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const RESTORE_MARK = 'restore-unfinished';

const markSchema = z.object({
  /** The old files are moved away first; from then on everything in the folder comes from the backup. */
  step: z.enum(['setting-aside', 'filling']),
  aside: z.string().regex(/^before-[\w-]+$/),
});
export type RestoreMark = z.output<typeof markSchema>;

/** Stays in the data folder from the first change to the last, so that a killed restore is noticed. */
export async function writeRestoreMark(dataDir: string, mark: RestoreMark): Promise<void> {
  const draft = join(dataDir, `${RESTORE_MARK}.new`);
  await writeFile(draft, JSON.stringify(mark), { mode: 0o600, flush: true });
  await rename(draft, join(dataDir, RESTORE_MARK));
}

export function readRestoreMark(dataDir: string): RestoreMark | undefined {
  try {
    return markSchema.parse(JSON.parse(readFileSync(join(dataDir, RESTORE_MARK), 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${join(dataDir, RESTORE_MARK)} cannot be read. Restore into another DATA_DIR.`, {
      cause: error,
    });
  }
}

export async function removeRestoreMark(dataDir: string): Promise<void> {
  await rm(join(dataDir, RESTORE_MARK), { force: true });
}

/** Called at every start, because half a shop must not open. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!readRestoreMark(dataDir)) return;
  throw new Error(`A restore of ${dataDir} did not finish. Run npm run restore again.`);
}
