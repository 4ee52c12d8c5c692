import type { Tx } from '#server/context.ts';
import { isAddressProven } from './address-proven.ts';
import { deleteKnownDevices, findKnownDevice, keepKnownDevice } from './known-devices.queries.ts';

export async function isKnownDevice(
  { db, config }: Pick<Tx, 'db' | 'config'>,
  { email, device }: { email: string; device: string },
): Promise<boolean> {
  const known = await findKnownDevice(db, email, device);
  // Otherwise the limits would tell whoever registers an address whether it already had an account.
  return known !== undefined && isAddressProven(config, known);
}

export async function rememberDevice(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  userId: number,
  device: string,
): Promise<void> {
  await keepKnownDevice(db, { userId, device, lastUsedAt: clock.now() });
}

/** After a change of password nobody who knew the old one keeps tries of their own. */
export async function forgetDevices({ db }: Pick<Tx, 'db'>, userId: number): Promise<void> {
  await deleteKnownDevices(db, userId);
}
