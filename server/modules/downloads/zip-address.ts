import type { Context } from '#server/context.ts';
import { findCaller, wasLoggedIn } from '#server/modules/accounts/sessions.ts';
import {
  type DownloadRight,
  findDownloadRight,
  listDownloadRights,
} from '#server/modules/orders/purchases.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';

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
  const right = await findOpenRight(context, address);
  if (!right) throw new AppError('download_link_expired');
  const { download_limit: limit } = await getSettings(context);
  if (address.countedAt === null && right.downloadsUsed >= limit) throw new AppError('downloads_used_up');
  return address;
}

/** Returns undefined if what a download rests on is gone: the purchase, or all log-ins from when it was asked for. */
export async function findOpenRight(
  context: Context,
  { entitlementId, albumId, issuedAt }: AddressRow,
): Promise<DownloadRight | undefined> {
  const right = await findDownloadRight(context.db, entitlementId);
  if (right?.state !== 'active' || right.albumId !== albumId) return undefined;
  const caller = await findCaller(context, right.userId, context.clock.now());
  return caller && wasLoggedIn(caller, new Date(issuedAt)) ? right : undefined;
}

export async function forgetOldAddresses({ db, clock }: Context): Promise<void> {
  await db
    .deleteFrom('zipAddresses')
    .where('issuedAt', '<', minutesFrom(clock.now(), -RESUME_MINUTES).toISOString())
    .execute();
}

function findAddress(db: Db, tokenHash: Buffer) {
  return db.selectFrom('zipAddresses').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst();
}

export type AddressRow = NonNullable<Awaited<ReturnType<typeof findAddress>>>;

/** Ends every download address of a customer at once. */
export async function closeAddressesOf(db: Db, userId: number): Promise<void> {
  const rights = await listDownloadRights(db, userId);
  await db
    .deleteFrom('zipAddresses')
    .where('entitlementId', '=', anyOf(rights.map(({ id }) => id)))
    .execute();
}
