import type { Db } from '#server/platform/database.ts';

export type NewEntryCode = {
  id: string;
  ticketHash: Buffer;
  email: string;
  path: string | null;
  createdAt: Date;
  expiresAt: Date;
};

export async function insertEntryCode(db: Db, code: NewEntryCode): Promise<void> {
  await db.insertInto('entryCodes').values(code).execute();
}

export function findEntryCode(db: Db, id: string, now: Date) {
  return db
    .selectFrom('entryCodes')
    .select(['id', 'email', 'path'])
    .where('id', '=', id)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst();
}

/** Counts the try before anything is compared, so that parallel guesses cannot exceed the limit. */
export function countEntryTry(
  db: Db,
  { ticketHash, now, mostTries }: { ticketHash: Buffer; now: Date; mostTries: number },
) {
  return db
    .updateTable('entryCodes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('ticketHash', '=', ticketHash)
    .where('tries', '<', mostTries)
    .where('expiresAt', '>', now.toISOString())
    .returning(['id', 'email', 'tries'])
    .executeTakeFirst();
}

/** Returns the address to exactly one of several concurrent callers. */
export async function spendEntryCode(db: Db, id: string, now: Date): Promise<string | undefined> {
  const row = await db
    .deleteFrom('entryCodes')
    .where('id', '=', id)
    .where('expiresAt', '>', now.toISOString())
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

export async function deleteEntryCodesOf(db: Db, userId: number): Promise<void> {
  await db
    .deleteFrom('entryCodes')
    .where('email', '=', (eb) => eb.selectFrom('users').select('email').where('id', '=', userId))
    .execute();
}

export async function deleteStaleEntryCodes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('entryCodes').where('expiresAt', '<', now.toISOString()).execute();
}
