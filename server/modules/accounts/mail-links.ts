import type { Tx } from '#server/context.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { hashSecret, newLinkToken } from '#server/platform/secrets.ts';
import { insertLinkToken } from './accounts.queries.ts';

const MAIL_LINK_DAYS = 7;
const MOST_ABOUT = 200;

/** Makes the address of a place on the site that logs the reader of one mail in. */
export type SignPath = (path: string) => string;

/**
 * All links of one mail share a secret that logs its reader in once. Afterwards they still lead to their place. Call it
 * in the job that sends the mail, so that the secret is in no queue; `about` is shown to a reader who has to log in.
 */
export async function signLinks(
  { db, clock, config }: Pick<Tx, 'db' | 'clock' | 'config'>,
  { userId, about }: { userId: number; about: string },
): Promise<SignPath> {
  const token = newLinkToken();
  await insertLinkToken(db, {
    userId,
    purpose: 'mail',
    tokenHash: hashSecret(token),
    expiresAt: minutesFrom(clock.now(), MAIL_LINK_DAYS * 24 * 60),
    about: about.slice(0, MOST_ABOUT),
  });
  return (path) => {
    const address = new URL(path, config.publicUrl);
    address.searchParams.set('login', token);
    return address.href;
  };
}
