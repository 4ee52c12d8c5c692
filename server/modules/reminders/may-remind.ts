import type { Tx } from '#server/context.ts';
import { findReachable, findVerifications, type Reachable } from '#server/modules/accounts/find-people.ts';
import { settingsOf } from '#server/modules/notifications/notification-settings.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { mayWriteTo } from '#server/platform/mail/suppressions.ts';
import type { SaleMailKind } from './reminders.rules.ts';

type Reader = Pick<Tx, 'db' | 'config' | 'log'>;

/** Returns undefined unless the site sends such mails and the customer wants them at a confirmed address. */
export async function findReader(
  tx: Reader,
  { userId, kind }: { userId: number; kind: SaleMailKind },
): Promise<Reachable | undefined> {
  const { db } = tx;
  const settings = await getSettings(tx);
  if (!(kind === 'reminder' ? settings.reminder_mails : settings.last_days_mails)) return undefined;
  const [person] = await findReachable(db, [userId]);
  const [verifications] = await findVerifications(tx, [userId]);
  if (!person || !verifications?.hasAddress) return undefined;
  if (!(await settingsOf(db, [userId]))(userId).reminder.email) return undefined;
  return (await mayWriteTo(db, person.email, 'notification')) ? person : undefined;
}
