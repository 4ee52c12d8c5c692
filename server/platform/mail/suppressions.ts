import type { Db } from '#server/platform/database/database.ts';

/**
 * The reason for a mail: requested just now (a login link), required by a transaction (a receipt), a subscribed
 * notification, or an invitation from another person. Suppressed addresses receive fewer of these.
 */
export type MailPurpose = 'asked' | 'transaction' | 'notification' | 'invite';

/** `invites` means that the recipient has opted out of invitations. */
export type SuppressionReason = 'bounce' | 'complaint' | 'invites';

/** Requested mails such as login links are always attempted. */
const STOPPED_BY: Record<SuppressionReason, readonly MailPurpose[]> = {
  bounce: ['transaction', 'notification', 'invite'],
  complaint: ['notification', 'invite'],
  invites: ['invite'],
};

export async function mayWriteTo(db: Db, email: string, purpose: MailPurpose): Promise<boolean> {
  if (isUndeliverable(email)) return false;
  if (purpose === 'asked') return true;
  const reasons = await listSuppressions(db, email);
  return reasons.every((reason) => !STOPPED_BY[reason].includes(purpose));
}

/** Addresses under .invalid are reserved (RFC 2606): placeholders of accounts without an address. */
export function isUndeliverable(email: string): boolean {
  return email.toLowerCase().endsWith('.invalid');
}

export async function listSuppressions(db: Db, email: string): Promise<SuppressionReason[]> {
  const rows = await db
    .selectFrom('mailSuppressions')
    .select('reason')
    .where('email', '=', email)
    .where('liftedAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.reason as SuppressionReason);
}

/** A repeated event counts once, even after its suppression was lifted. */
export async function suppressMail(
  db: Db,
  suppression: { email: string; reason: SuppressionReason; eventId?: string; now: Date },
): Promise<void> {
  const { email, reason, eventId = null, now } = suppression;
  await db
    .insertInto('mailSuppressions')
    .values({ email, reason, eventId, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function liftSuppressions(db: Db, email: string, now: Date): Promise<void> {
  await db
    .updateTable('mailSuppressions')
    .set({ liftedAt: now })
    .where('email', '=', email)
    .where('liftedAt', 'is', null)
    .execute();
}
