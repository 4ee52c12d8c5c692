import { z } from 'zod';
import { type Context, inTransaction } from '#server/context.ts';
import { restoreAccount } from '#server/modules/accounts/links.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { decryptText } from '#server/platform/security/encrypt.ts';
import { consumeRateLimits } from '#server/platform/security/rate-limit.ts';
import { FOR_RESTORING, findDeletedAccount, hashAddress } from './goodbye.ts';

const claims = z.tuple([z.uuid(), z.string()]);
const MAILS = { max: 3, minutes: 15 };
const EXPIRED = 'This link is no longer valid. You can create a new account with the same address.';

/** Works as often as it is asked while the link is valid; each time a log-in link goes to the address. */
export async function restoreLogIn(context: Context, token: string): Promise<void> {
  const { db, clock, privacyKeys } = context;
  const text = decryptText(privacyKeys, Buffer.from(token, 'base64url'), FOR_RESTORING);
  if (text === undefined) throw new AppError('link_invalid', { message: EXPIRED });
  const [id, email] = claims.parse(JSON.parse(text));
  const account = await findDeletedAccount(db, id, clock.now());
  if (!account || !hashAddress(context, email).some((hash) => account.addressHash.equals(hash))) {
    throw new AppError('link_invalid', { message: EXPIRED });
  }
  await consumeRateLimits(context, [{ key: `restore:${id}`, ...MAILS }]);
  await inTransaction(context, (tx) => restoreAccount(tx, email));
}
