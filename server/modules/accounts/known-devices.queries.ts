import type { Db } from '#server/platform/database.ts';

const MOST_DEVICES = 50;

export function findKnownDevice(db: Db, email: string, device: string) {
  return db
    .selectFrom('knownDevices')
    .innerJoin('users', 'users.id', 'knownDevices.userId')
    .select('knownDevices.device')
    .where('users.email', '=', email)
    .where('knownDevices.device', '=', device)
    .executeTakeFirst();
}

/** Keeps the devices that were used last. */
export async function keepKnownDevice(
  db: Db,
  device: { userId: number; device: string; lastUsedAt: Date },
): Promise<void> {
  await db
    .insertInto('knownDevices')
    .values(device)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'device']).doUpdateSet({ lastUsedAt: device.lastUsedAt }),
    )
    .execute();
  await db
    .deleteFrom('knownDevices')
    .where('userId', '=', device.userId)
    .where('device', 'in', (eb) =>
      eb
        .selectFrom('knownDevices')
        .select('device')
        .where('userId', '=', device.userId)
        .orderBy('lastUsedAt', 'desc')
        .offset(MOST_DEVICES),
    )
    .execute();
}

export async function deleteKnownDevices(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('knownDevices').where('userId', '=', userId).execute();
}

export async function deleteUnusedDevices(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('knownDevices').where('lastUsedAt', '<', before.toISOString()).execute();
}
