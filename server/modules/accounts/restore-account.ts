import type { Tx } from '#server/context.ts';
import { hashPassword } from '#server/platform/passwords.ts';
import { newLinkToken } from '#server/platform/secrets.ts';
import { insertUser } from './accounts.queries.ts';
import { sendLink } from './links.ts';

/** Gives an address an empty account, unless it has one again, and mails a log-in link. */
export async function restoreAccount(
  { db, clock, queue }: Pick<Tx, 'db' | 'clock' | 'queue'>,
  email: string,
): Promise<void> {
  await insertUser(db, {
    email,
    // Nobody knows this password: the owner logs in by link and sets one.
    passwordHash: await hashPassword(newLinkToken()),
    firstName: '',
    lastName: '',
    name: '',
    birthDate: null,
    agreedToTermsAt: clock.now(),
  });
  await queue.enqueue(db, sendLink, { email, purpose: 'login' });
}
