import type { Tx } from '#server/context.ts';
import { mailWords } from '#server/modules/settings/mail-words.ts';
import { enqueueMail } from '#server/platform/mail/deliver-mail.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { closeLinkTokens, forgetWaysIn, markProven } from './accounts.queries.ts';
import { deleteEmailCodes } from './email-codes.queries.ts';
import { forgetDevices } from './known-devices.ts';
import { closeChallenges } from './second-factor.queries.ts';
import { markAllSessionsEnded } from './sessions.queries.ts';

/** Removes the saved cards of a user; app.ts passes it in, because orders build on accounts. */
export type ForgetCards = (
  tx: Pick<Tx, 'db' | 'clock' | 'payments' | 'queue'>,
  userId: number,
) => Promise<void>;

export type ClaimTx = Pick<Tx, 'db' | 'clock' | 'payments' | 'queue' | 'config' | 'log'> & {
  forgetCards: ForgetCards;
};

/**
 * The first proof by a mailed link comes from the owner of the address, but anybody may have registered it before.
 * Whatever was made before the proof no longer opens the account. Returns false if the address was proven already.
 */
export async function claimAddress(tx: ClaimTx, userId: number): Promise<boolean> {
  const account = await markProven(tx.db, userId, tx.clock.now());
  if (!account) return false;
  await endAccess(tx, userId);
  return true;
}

/** Ends sessions, password, mailed links and codes, the phone number and the saved cards of an account. */
export async function endAccess(tx: ClaimTx, userId: number): Promise<void> {
  const now = tx.clock.now();
  await markAllSessionsEnded(tx.db, userId, now);
  await closeLinkTokens(tx.db, userId, now);
  await closeChallenges(tx.db, userId);
  await deleteEmailCodes(tx.db, userId);
  await forgetDevices(tx, userId);
  await forgetWaysIn(tx.db, userId);
  await tx.forgetCards(tx, userId);
}

export async function tellClaimed(
  tx: Pick<Tx, 'db' | 'queue' | 'config' | 'log'>,
  { email, firstName }: { email: string; firstName: string },
): Promise<void> {
  const { siteName, greet, frame } = await mailWords(tx);
  const subject = `Your ${siteName} address is confirmed`;
  const content = composeMail(
    {
      title: subject,
      greeting: greet(firstName),
      paragraphs: [
        `You logged in by link, so we know that this address is yours. Until then anybody could have registered it.`,
        'To be safe, we logged out all other devices and removed the password, the phone number and the saved cards of the account. Set a new password, or keep logging in by link.',
      ],
      button: { label: 'Set a new password', url: `${tx.config.publicUrl}/PasswordReset` },
    },
    frame,
  );
  await enqueueMail(tx.queue, tx.db, { to: email, subject, ...content });
}
