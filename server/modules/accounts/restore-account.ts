import type { Tx } from '#server/context.ts';
import { insertUser } from './accounts.queries.ts';
import { sendLink } from './links.ts';

/** Gives an address an empty account, unless it has one again, and mails a log-in link. */
export async function restoreAccount(
  { db, clock, queue }: Pick<Tx, 'db' | 'clock' | 'queue'>,
  email: string,
): Promise<void> {
  await insertUser(db, {
    email,
    passwordHash: null,
    firstName: '',
    lastName: '',
    name: '',
    birthDate: null,
    agreedToTermsAt: clock.now(),
  });
  await queue.enqueue(db, sendLink, { email, purpose: 'login' });
}
