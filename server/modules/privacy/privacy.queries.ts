import { type Insertable, sql } from 'kysely';
import type { DeletedAccounts } from '#server/platform/database/database.gen.ts';
import type { Db } from '#server/platform/database/database.ts';

export async function insertDeletedAccount(db: Db, account: Insertable<DeletedAccounts>): Promise<void> {
  await db.insertInto('deletedAccounts').values(account).execute();
}

export function findDeletedAccount(db: Db, id: string, now: Date) {
  return db
    .selectFrom('deletedAccounts')
    .selectAll()
    .where('id', '=', id)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst();
}

export async function forgetAddress(db: Db, id: string): Promise<void> {
  await db.updateTable('deletedAccounts').set({ encryptedAddress: null }).where('id', '=', id).execute();
}

export async function deleteExpiredRows(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('deletedAccounts').where('expiresAt', '<=', now.toISOString()).execute();
  await db.deleteFrom('deletionCodes').where('expiresAt', '<=', now.toISOString()).execute();
}

export async function saveCode(
  db: Db,
  { userId, ...fresh }: { userId: number; codeHash: Buffer; tries: number; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('deletionCodes')
    .values({ userId, ...fresh })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(fresh))
    .execute();
}

/** Counts the try before the caller compares, so that parallel guesses cannot exceed the limit. */
export async function takeTry(
  db: Db,
  { userId, mostTries, now }: { userId: number; mostTries: number; now: Date },
): Promise<Buffer | undefined> {
  const row = await db
    .updateTable('deletionCodes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('userId', '=', userId)
    .where('tries', '<', mostTries)
    .where('expiresAt', '>', now.toISOString())
    .returning('codeHash')
    .executeTakeFirst();
  return row?.codeHash;
}

/** Returns false while another export of the account runs that began after `staleBefore`. */
export async function claimExport(
  db: Db,
  { userId, key, now, staleBefore }: { userId: number; key: string; now: Date; staleBefore: Date },
): Promise<boolean> {
  const claimed = await db
    .insertInto('dataExports')
    .values({ userId, key, startedAt: now })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ key, startedAt: now })
        .where('dataExports.startedAt', '<', staleBefore.toISOString()),
    )
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function endExport(db: Db, userId: number, key: string): Promise<void> {
  await db.deleteFrom('dataExports').where('userId', '=', userId).where('key', '=', key).execute();
}

/** From here on this transaction fails instead of waiting long, sooner than the database would end a deadlock. */
export async function giveWay(db: Db): Promise<void> {
  await sql`set local lock_timeout = '300ms'`.execute(db);
}
