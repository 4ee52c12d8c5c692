import type { Tx } from '#server/context.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { hashSecret, newLinkToken } from '#server/platform/secrets.ts';
import { insertLinkToken } from './accounts.queries.ts';
import { accountsByEmail } from './find-accounts.ts';

const MAIL_LINK_DAYS = 7;
const MOST_ABOUT = 200;

/** Makes the address of a place on the site that logs the reader of one mail in. */
export type SignPath = (path: string) => string;

/**
 * All links of one mail share a secret that logs its reader in once. Afterwards they still lead to their place. Call it
 * in the job that sends the mail, so that the secret is in no queue; `about` is shown to a reader who has to log in,
 * and must name nobody.
 */
export async function signLinks(
  { db, clock, config }: Pick<Tx, 'db' | 'clock' | 'config'>,
  { userId, about }: { userId: number; about: string },
): Promise<SignPath> {
  const secret = await makeMailSecret({ db, clock }, { userId, about });
  return (path) => withSecret(config, path, secret);
}

export async function makeMailSecret(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { userId, about }: { userId: number; about: string },
): Promise<string> {
  const token = newLinkToken();
  await insertLinkToken(db, {
    userId,
    purpose: 'mail',
    tokenHash: hashSecret(token),
    expiresAt: minutesFrom(clock.now(), MAIL_LINK_DAYS * 24 * 60),
    about: about.slice(0, MOST_ABOUT),
  });
  return token;
}

export function withSecret(
  { publicUrl }: Pick<Tx['config'], 'publicUrl'>,
  path: string,
  secret: string,
): string {
  const address = new URL(path, publicUrl);
  address.searchParams.set('login', secret);
  return address.href;
}

/** For mails that also go to people without an account; their links ask for a log-in. */
export async function signLinksTo(
  tx: Pick<Tx, 'db' | 'clock' | 'config'>,
  { email, about }: { email: string; about: string },
): Promise<SignPath> {
  const userId = (await accountsByEmail(tx.db, [email])).get(email.toLowerCase());
  if (userId !== undefined) return signLinks(tx, { userId, about });
  return (path) => new URL(path, tx.config.publicUrl).href;
}
