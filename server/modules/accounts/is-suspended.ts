import type { Db } from '#server/platform/database.ts';
import { findSuspension } from './suspension.queries.ts';

/** Pictures ask this before they are served. A log-in does not, because the statement that stores its session checks it. */
export async function isSuspended(db: Db, userId: number): Promise<boolean> {
  return (await findSuspension(db, userId)) !== null;
}
