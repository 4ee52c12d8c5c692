import type { Db } from '#server/platform/database.ts';
import { findSuspension } from './suspension.queries.ts';

/** Whoever lets an account in, or serves it pictures, asks this. */
export async function isSuspended(db: Db, userId: number): Promise<boolean> {
  return (await findSuspension(db, userId)) !== null;
}
