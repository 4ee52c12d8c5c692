import type { Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { updateUserFields } from './accounts.queries.ts';

export async function sendPhoneCode(
  tx: Pick<Tx, 'db' | 'sms' | 'log'>,
  { userId }: Actor,
  to: string,
): Promise<void> {
  await tx.sms.startVerification({ userId, to }, (await getSettings(tx)).site_name);
}

export async function checkPhoneCode(
  { db, clock, sms }: Pick<Tx, 'db' | 'clock' | 'sms'>,
  { userId }: Actor,
  { to, code }: { to: string; code: string },
): Promise<void> {
  if (!(await sms.checkVerification({ userId, to }, code))) throw new AppError('code_invalid');
  await updateUserFields(db, userId, { phoneNumber: to, phoneVerifiedAt: clock.now() });
}
