import { type Context, inTransaction } from '#server/context.ts';
import { countDownload, findDownloadRight } from '#server/modules/orders/order/download-rights.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { hashSecret } from '#server/platform/secrets.ts';
import { type AddressRow, deleteAddressesBefore, findAddress, markCounted } from './zip-addresses.queries.ts';

/** An unused link expires after this long. */
export const START_MINUTES = 60;
/** A started download can be resumed for this long. */
const RESUME_MINUTES = 24 * 60;

const TOKEN = /^[\w-]{43}$/;

/** Checks the right on every request, because it may have been refunded, disputed or swapped. */
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
 * Counts the download of a link once. Returns false if the limit is reached; the end of the zip is then withheld, so
 * that concurrent downloads cannot complete more often than allowed.
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
