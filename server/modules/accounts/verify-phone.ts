import { z } from 'zod';
import type { Context, Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { defineJob } from '#server/platform/queue.ts';
import { findUserById, findUserByPhoneLogIn, updateUserFields } from './accounts.queries.ts';
import { allowCodeTo } from './allow-text.ts';

/** Runs after a number was verified, for modules that wait for one and build on accounts. */
export const phoneVerified = defineJob({
  name: 'accounts.phone-verified',
  payload: z.object({ userId: z.int() }),
});

/** Returns the code only in test mode, where nobody receives a text message. */
export async function sendPhoneCode(
  tx: Pick<Context, 'db' | 'clock' | 'sms' | 'log' | 'config'>,
  { userId }: Actor,
  to: string,
): Promise<string | undefined> {
  await allowCodeTo(tx, to);
  const code = await tx.sms.startVerification({ userId, to }, (await getSettings(tx)).site_name);
  return tx.config.proofs.showsCode ? code : undefined;
}

export async function checkPhoneCode(
  { db, clock, sms, queue }: Pick<Tx, 'db' | 'clock' | 'sms' | 'queue'>,
  { userId }: Actor,
  { to, code }: { to: string; code: string },
): Promise<void> {
  if (!(await sms.checkVerification({ userId, to }, code))) throw new AppError('code_invalid');
  const user = await findUserById(db, userId);
  if (!user) throw new AppError('not_found');
  // The number that logs in changes along, unless it opens the account of somebody else.
  const holder = await findUserByPhoneLogIn(db, to);
  if (user.phoneLogIn !== null && holder && holder.id !== userId) {
    throw new AppError('conflict', { message: 'This number opens another account.' });
  }
  await updateUserFields(db, userId, {
    phoneNumber: to,
    phoneVerifiedAt: clock.now(),
    ...(user.phoneLogIn !== null && { phoneLogIn: to }),
  });
  await queue.enqueue(db, phoneVerified, { userId }, { singletonKey: `user:${userId}` });
}
