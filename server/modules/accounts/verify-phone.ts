import type { Context } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/errors.ts';
import { takeHits } from '#server/platform/rate-limit.ts';
import { updateUserFields } from './accounts.queries.ts';

type PhoneRequest = { userId: number; to: string; ip: string };

export async function sendPhoneCode(
  world: Pick<Context, 'db' | 'clock' | 'sms' | 'log'>,
  { userId, to, ip }: PhoneRequest,
): Promise<void> {
  await takeHits(world, [
    { key: `sms:${to}`, max: 1, perMinutes: 0.5 },
    { key: `sms:${to}`, max: 5, perMinutes: 60 },
    { key: `sms-ip:${ip}`, max: 20, perMinutes: 60 },
  ]);
  await world.sms.startVerification({ userId, to }, (await getSettings(world)).site_name);
}

export async function checkPhoneCode(
  world: Pick<Context, 'db' | 'clock' | 'sms'>,
  { userId, to, code, ip }: PhoneRequest & { code: string },
): Promise<void> {
  const hits = await takeHits(world, [{ key: `code-try:${ip}`, max: 10, perMinutes: 15 }]);
  if (!(await world.sms.checkVerification({ userId, to }, code))) throw new AppError('code_invalid');
  await hits.giveBack();
  await updateUserFields(world.db, userId, { phoneNumber: to, phoneVerifiedAt: world.clock.now() });
}
