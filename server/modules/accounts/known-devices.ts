import type { Tx } from '#server/context.ts';
import { deleteKnownDevices, findKnownDevice, keepKnownDevice } from './known-devices.queries.ts';

export async function isKnownDevice(
  { db }: Pick<Tx, 'db'>,
  { email, device }: { email: string; device: string },
): Promise<boolean> {
  return (await findKnownDevice(db, email, device)) !== undefined;
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
