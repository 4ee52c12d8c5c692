import { type Context, inTransaction } from '#server/context.ts';
import { countDownload, findDownloadRight } from '#server/modules/orders/order/download-rights.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { hashSecret } from '#server/platform/secrets.ts';
import { type AddressRow, deleteAddressesBefore, findAddress, markCounted } from './zip-addresses.queries.ts';

/** How long an address waits for its first request. */
export const START_MINUTES = 60;
/** How long a download that has begun may be taken up again. */
const RESUME_MINUTES = 24 * 60;

const TOKEN = /^[\w-]{43}$/;

/** The right is looked at anew with every request: what was refunded, disputed or swapped opens nothing. */
export async function openAddress(context: Context, token: string): Promise<AddressRow> {
  const { db, clock } = context;
  const address = TOKEN.test(token) ? await findAddress(db, hashSecret(token)) : undefined;
  if (!address) throw new AppError('download_link_expired');
  const minutes = address.startedAt === null ? START_MINUTES : RESUME_MINUTES;
  if (minutesFrom(new Date(address.issuedAt), minutes) <= clock.now()) {
    throw new AppError('download_link_expired');
  }
  const right = await findDownloadRight(db, address.entitlementId);
  if (right?.state !== 'active' || right.albumId !== address.albumId) {
    throw new AppError('download_link_expired');
  }
  const { download_limit: limit } = await getSettings(context);
  if (address.countedAt === null && right.downloadsUsed >= limit) throw new AppError('downloads_used_up');
  return address;
}

/**
 * Counts the download of an address, once. False when nothing is left to count on: then the end of the zip is
 * withheld, so that no number of downloads at once completes more than the limit.
 */
export function countOnce(context: Context, { id, entitlementId }: AddressRow): Promise<boolean> {
  return inTransaction(context, async (tx) => {
    if (!(await markCounted(tx.db, id, tx.clock.now()))) return true;
    const { download_limit: limit } = await getSettings(tx);
    if (await countDownload(tx.db, entitlementId, limit)) return true;
    throw new NothingLeftError();
  }).catch((error: unknown) => {
    if (error instanceof NothingLeftError) return false;
    throw error;
  });
}

class NothingLeftError extends Error {}

export async function forgetOldAddresses({ db, clock }: Context): Promise<void> {
  await deleteAddressesBefore(db, minutesFrom(clock.now(), -RESUME_MINUTES));
}
