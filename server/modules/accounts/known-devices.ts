import type { Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { prepareStatement } from '#server/platform/database/prepared-statements.ts';
import { isAddressVerified } from './find-people.ts';

export async function isKnownDevice(
  { db, config }: Pick<Tx, 'db' | 'config'>,
  { email, device }: { email: string; device: string },
): Promise<boolean> {
  const known = await db
    .selectFrom('knownDevices')
    .innerJoin('users', 'users.id', 'knownDevices.userId')
    .select(['knownDevices.device', 'users.emailVerifiedAt'])
    .where('users.email', '=', email)
    .where('knownDevices.device', '=', device)
    .executeTakeFirst();
  // Otherwise the limits would tell whoever registers an address whether it already had an account.
  return known !== undefined && isAddressVerified(config, known);
}

const MAX_DEVICES = 50;

type UsedDevice = { userId: number; device: string; lastUsedAt: Date };

const keepDevice = prepareStatement((db, { userId, device, lastUsedAt }: UsedDevice) =>
  db
    .with('kept', (cte) =>
      cte
        .insertInto('knownDevices')
        .values({ userId, device, lastUsedAt })
        .onConflict((conflict) =>
          conflict
            .columns(['userId', 'device'])
            .doUpdateSet({ lastUsedAt: (eb) => eb.ref('excluded.lastUsedAt') }),
        ),
    )
    .deleteFrom('knownDevices')
    .where('userId', '=', userId)
    .where('device', 'in', (eb) =>
      eb
        .selectFrom('knownDevices')
        .select('device')
        .where('userId', '=', userId)
        .where('device', '<>', device)
        .orderBy('lastUsedAt', 'desc')
        .offset(MAX_DEVICES - 1),
    ),
);

/** Keeps the devices that were used last. */
export async function rememberDevice(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  userId: number,
  device: string,
): Promise<void> {
  await keepDevice(db, { userId, device, lastUsedAt: clock.now() });
}

/** After a password change, devices that knew the old one lose their own tries. */
export async function forgetDevices({ db }: Pick<Tx, 'db'>, userId: number): Promise<void> {
  await db.deleteFrom('knownDevices').where('userId', '=', userId).execute();
}

export async function deleteUnusedDevices(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('knownDevices').where('lastUsedAt', '<', before.toISOString()).execute();
}
