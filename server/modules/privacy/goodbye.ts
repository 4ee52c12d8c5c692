import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { RESTORE_DAYS } from '#contract/endpoints/privacy.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { restoreAccount } from '#server/modules/accounts/links.ts';
import { sendAskedMail } from '#server/modules/settings/mail-messages.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { decryptText, encryptText } from '#server/platform/security/encrypt.ts';
import { hashWithKeys } from '#server/platform/security/key-ring.ts';
import { consumeRateLimits } from '#server/platform/security/rate-limit.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';

/** The address is not in the payload, because the queue keeps payloads for days. */
export const mailGoodbyeJob = defineJob({
  name: 'privacy.mail-goodbye',
  payload: z.object({ id: z.uuid(), language: z.string().nullish() }),
  retries: 20,
});

const FOR_MAIL = 'goodbye';
const FOR_RESTORING = 'restore log-in';

function hashAddress({ privacyKeys }: Pick<Tx, 'privacyKeys'>, email: string): [Buffer, ...Buffer[]] {
  return hashWithKeys(privacyKeys, email.toLowerCase());
}

/** Keeps a keyed hash of the address for some days, and the encrypted address until the mail is sent. */
export async function planGoodbye(
  tx: Pick<Tx, 'db' | 'clock' | 'queue' | 'privacyKeys'>,
  { email, language }: { email: string; language: string | null },
): Promise<void> {
  const id = randomUUID();
  const now = tx.clock.now();
  await tx.db
    .insertInto('deletedAccounts')
    .values({
      id,
      addressHash: hashAddress(tx, email)[0],
      encryptedAddress: encryptText(tx.privacyKeys, email, `${FOR_MAIL} ${id}`),
      deletedAt: now,
      expiresAt: minutesFrom(now, RESTORE_DAYS * 24 * 60),
    })
    .execute();
  await tx.queue.enqueue(tx.db, mailGoodbyeJob, { id, language });
}

/** The link carries the encrypted address, so that nobody but its reader has it. */
export async function mailGoodbye(
  context: Context,
  { id, language }: z.output<typeof mailGoodbyeJob.payload>,
): Promise<void> {
  const { db, clock, config, privacyKeys } = context;
  const account = await findDeletedAccount(db, id, clock.now());
  const email =
    account?.encryptedAddress && decryptText(privacyKeys, account.encryptedAddress, `${FOR_MAIL} ${id}`);
  if (!email) return;
  const token = encryptText(privacyKeys, JSON.stringify([id, email]), FOR_RESTORING).toString('base64url');
  const reader = { email, firstName: undefined, language, key: `account-deleted-${id}` };
  await sendAskedMail(context, reader, ({ i18n, siteName }) => ({
    subject: i18n.t('Your {siteName} account was deleted', { siteName }),
    paragraphs: [
      i18n.t(
        'We deleted your account, your athletes and their photos, your chats and your saved teams. You can’t download what you bought anymore.',
      ),
      i18n.t('If this was you, you’re all set.'),
      i18n.t('If it wasn’t you, you can get your login back. What we deleted can’t be restored.'),
    ],
    button: { label: i18n.t('This wasn’t me'), url: `${config.publicUrl}/Login?restore=${token}` },
    note: i18n.t(
      'The link works for {days} days. After that, all we have left are the sales of this account, without a name.',
      { days: RESTORE_DAYS },
    ),
  }));
  await db.updateTable('deletedAccounts').set({ encryptedAddress: null }).where('id', '=', id).execute();
}

function findDeletedAccount(db: Db, id: string, now: Date) {
  return db
    .selectFrom('deletedAccounts')
    .selectAll()
    .where('id', '=', id)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst();
}

export async function deleteExpiredRows(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('deletedAccounts').where('expiresAt', '<=', now.toISOString()).execute();
  await db.deleteFrom('deletionCodes').where('expiresAt', '<=', now.toISOString()).execute();
}

const claims = z.tuple([z.uuid(), z.string()]);
const MAILS = { max: 3, minutes: 15 };
const EXPIRED = 'This link is no longer valid. You can create a new account with the same address.';

/** Works any number of times while the link is valid; each time a log-in link goes to the address. */
export async function restoreLogIn(context: Context, token: string): Promise<void> {
  const { db, clock, privacyKeys } = context;
  const text = decryptText(privacyKeys, Buffer.from(token, 'base64url'), FOR_RESTORING);
  if (text === undefined) throw new AppError('link_invalid', { message: EXPIRED });
  const [id, email] = claims.parse(JSON.parse(text));
  const account = await findDeletedAccount(db, id, clock.now());
  if (!account || !hashAddress(context, email).some((hash) => account.addressHash.equals(hash))) {
    throw new AppError('link_invalid', { message: EXPIRED });
  }
  await consumeRateLimits(context, [{ key: `restore:${id}`, ...MAILS }]);
  await inTransaction(context, (tx) => restoreAccount(tx, email));
}
