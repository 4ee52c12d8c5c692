import type { Insertable } from 'kysely';
import type { ZipAddresses } from '#server/platform/database.gen.ts';
import type { Db } from '#server/platform/database.ts';

export async function insertAddress(db: Db, address: Insertable<ZipAddresses>): Promise<void> {
  await db.insertInto('zipAddresses').values(address).execute();
}

export function findAddress(db: Db, tokenHash: Buffer) {
  return db.selectFrom('zipAddresses').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst();
}

export type AddressRow = NonNullable<Awaited<ReturnType<typeof findAddress>>>;

export async function markServed(db: Db, id: number, servedEtag: string, now: Date): Promise<void> {
  await db
    .updateTable('zipAddresses')
    .set((eb) => ({ servedEtag, startedAt: eb.fn.coalesce('startedAt', eb.val(now.toISOString())) }))
    .where('id', '=', id)
    .execute();
}

/** Returns true for exactly one of several concurrent callers. */
export async function markCounted(db: Db, id: number, now: Date): Promise<boolean> {
  const marked = await db
    .updateTable('zipAddresses')
    .set({ countedAt: now })
    .where('id', '=', id)
    .where('countedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

export async function deleteAddressesBefore(db: Db, issuedBefore: Date): Promise<void> {
  await db.deleteFrom('zipAddresses').where('issuedAt', '<', issuedBefore.toISOString()).execute();
}
