import { type Insertable, sql } from 'kysely';
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

/** The caller must hold the lock of the entitlement. */
export function findMeter(db: Db, id: number) {
  return db
    .selectFrom('zipAddresses')
    .select(['sentBytes', 'countedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function saveMeter(
  db: Db,
  id: number,
  { sentBytes, isCounted, now }: { sentBytes: number; isCounted: boolean; now: Date },
): Promise<void> {
  let update = db.updateTable('zipAddresses').set({ sentBytes }).where('id', '=', id);
  if (isCounted) update = update.set({ countedAt: sql`coalesce(counted_at, ${now})` });
  await update.execute();
}

export async function deleteAddressesBefore(db: Db, issuedBefore: Date): Promise<void> {
  await db.deleteFrom('zipAddresses').where('issuedAt', '<', issuedBefore.toISOString()).execute();
}
