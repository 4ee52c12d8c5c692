import type { Db } from '#server/platform/database.ts';
import { findSuspension } from './suspension.queries.ts';

/** Checked at every log-in and before pictures are served. */
export async function isSuspended(db: Db, userId: number): Promise<boolean> {
  return (await findSuspension(db, userId)) !== null;
}
