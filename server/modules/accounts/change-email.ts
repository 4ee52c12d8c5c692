import { sql } from 'kysely';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { mailPerson } from '#server/modules/settings/mail-messages.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import {
  closeLinkTokens,
  deleteEmailCodes,
  type EmailCodeRow,
  findUserByEmail,
  findUserById,
  getUser,
  lockAddress,
  USER_COLUMNS,
  type UserRow,
} from './accounts.queries.ts';
import {
  abandon,
  abandonDuplicates,
  type ClaimTx,
  endAccess,
  isReplaceable,
  type OfOrders,
} from './claim-address.ts';
import {
  checkCode,
  findOpenCode,
  issueCode,
  readLink,
  type SentCode,
  showCode,
  spendCode,
} from './email-codes.ts';
import { isPlaceholderAddress } from './find-people.ts';
import { isPasswordOf } from './passwords.ts';

/** Tells the card provider about a new address; app.ts passes it in, because orders build on accounts. */
export type SyncCustomerEmail = (tx: Pick<Tx, 'db' | 'queue'>, userId: number) => Promise<void>;

type ChangeTx = Pick<Tx, 'db' | 'clock' | 'queue' | 'config' | 'log'> & {
  syncCustomerEmail: SyncCustomerEmail;
};

/**
 * Mails a code to the new address and tells the old one. An address that has an account gets the same answer; its
 * owner is told instead (see mailCode).
 */
export async function startEmailChange(
  context: Context,
  { userId, subnet }: Actor,
  { email, password }: { email: string; password: string },
): Promise<SentCode> {
  const user = await getUser(context.db, userId);
  if (!(await isPasswordOf(context, userId, password, subnet))) throw new AppError('password_wrong');
  if (user.email.toLowerCase() === email) throw new AppError('same_address');
  const row = await inTransaction(context, async (tx) => {
    if (!user.isDuplicate) await notifyAsked(tx, user, email);
    return issueCode(tx, { userId, purpose: 'change', email });
  });
  return { row, isNew: true, shownCode: showCode(context, row) };
}

/** An account that was made by phone has neither an address nor a password to ask for. */
export async function addEmail(context: Context, { userId }: Actor, email: string): Promise<SentCode> {
  const user = await getUser(context.db, userId);
  if (!isPlaceholderAddress(user.email)) throw new AppError('conflict');
  const row = await inTransaction(context, (tx) => issueCode(tx, { userId, purpose: 'change', email }));
  return { row, isNew: true, shownCode: showCode(context, row) };
}

export async function changeEmailByCode(
  context: Context & { syncCustomerEmail: SyncCustomerEmail },
  { userId }: Actor,
  code: string,
): Promise<UserRow> {
  const id = await checkCode(context, { userId, purpose: 'change', code });
  return inTransaction(context, async (tx) => {
    return moveToAddress(tx, await spendCode(tx, id));
  });
}

/** Links that were mailed to the old address end with it; sessions stay. */
async function moveToAddress(
  tx: ChangeTx,
  { userId, email }: Pick<EmailCodeRow, 'userId' | 'email'>,
): Promise<UserRow> {
  await lockAddress(tx.db, email);
  const before = await findUserById(tx.db, userId);
  const holder = await findUserByEmail(tx.db, email);
  if (!before || (holder && holder.id !== userId)) throw new AppError('code_invalid');
  const now = tx.clock.now();
  const after = await setEmail(tx.db, userId, email, now);
  if (!after) throw new AppError('code_invalid');
  await closeLinkTokens(tx.db, userId, now);
  await deleteEmailCodes(tx.db, userId);
  await tx.syncCustomerEmail(tx, userId);
  if (!before.isDuplicate) await notifyChanged(tx, before, email);
  return after;
}

type MailTx = Omit<ChangeTx, 'syncCustomerEmail'>;

async function notifyAsked(tx: MailTx, user: UserRow, email: string): Promise<void> {
  await mailPerson(tx, user, ({ i18n, siteName }) => ({
    subject: i18n.t('Your {siteName} email address is about to change', { siteName }),
    paragraphs: [
      i18n.t(
        'Someone who knows your password asked to use {address} for your {siteName} account. Nothing changes until that address is confirmed.',
        { address: maskAddress(email), siteName },
      ),
      i18n.t('If this was you, you’re all set. If not, set a new password now.'),
    ],
    button: { label: i18n.t('Set a new password'), url: `${tx.config.publicUrl}/PasswordReset` },
  }));
}

async function notifyChanged(tx: MailTx, user: UserRow, email: string): Promise<void> {
  await mailPerson(tx, user, ({ i18n, siteName }) => ({
    subject: i18n.t('Your {siteName} email address was changed', { siteName }),
    paragraphs: [
      i18n.t(
        'Your {siteName} account now uses {address}. You can’t log in with this address anymore, and we won’t email it again.',
        { address: maskAddress(email), siteName },
      ),
      i18n.t('If this wasn’t you, write to us right away: tap Help on any page.'),
    ],
    button: { label: i18n.t('Go to {siteName}', { siteName }), url: tx.config.publicUrl },
  }));
  await mailPerson(tx, { ...user, email }, ({ i18n, siteName }) => ({
    subject: i18n.t('Your {siteName} email address was changed', { siteName }),
    paragraphs: [
      i18n.t('Your {siteName} account now uses this address. Log in with it from now on.', { siteName }),
    ],
  }));
}

/** Hides the new address from whoever reads the old mailbox. */
function maskAddress(email: string): string {
  const [name = '', host = ''] = email.split('@');
  return `${name.slice(0, 1)}***@${host}`;
}

/** With `unlessSent`, a code that is still good is answered again instead of being replaced. */
export async function sendEmailCode(
  context: Context,
  { userId }: Actor,
  { unlessSent }: { unlessSent: boolean },
): Promise<SentCode> {
  const user = await getUser(context.db, userId);
  if (user.emailVerifiedAt !== null) throw new AppError('address_verified');
  if (isPlaceholderAddress(user.email)) {
    throw new AppError('conflict', { message: /*i18n*/ 'Add an email address first.' });
  }
  const wanted = { userId, purpose: 'verification' as const };
  const open = unlessSent ? await findOpenCode(context, wanted) : undefined;
  const row = open ?? (await inTransaction(context, (tx) => issueCode(tx, { ...wanted, email: user.email })));
  return { row, isNew: !open, shownCode: showCode(context, row) };
}

/** Other sessions stay: whoever enters the code holds both the session and the mailbox. */
export async function verifyByCode(
  context: Context & OfOrders,
  { userId }: Actor,
  code: string,
): Promise<UserRow> {
  const id = await checkCode(context, { userId, purpose: 'verification', code });
  return inTransaction(context, async (tx) => {
    await spendCode(tx, id);
    return verifyAddress(tx, userId);
  });
}

/** The address belongs to the first of several accounts that verifies it; the others are erased. */
async function verifyAddress(tx: ClaimTx, userId: number): Promise<UserRow> {
  const { email } = await getUser(tx.db, userId);
  await lockAddress(tx.db, email);
  const holder = await findUserByEmail(tx.db, email);
  if (holder && holder.id !== userId) {
    if (!(await isReplaceable(tx, holder)))
      throw new AppError('code_invalid', { details: { tries_left: 0 } });
    await abandon(tx, holder.id);
  }
  await abandonDuplicates(tx, { email, except: userId });
  const verified = await setEmail(tx.db, userId, email, tx.clock.now());
  if (!verified) throw new AppError('not_found');
  return verified;
}

type LinkTx = Pick<Context, 'codeKeys'> & ClaimTx & { syncCustomerEmail: SyncCustomerEmail };

/** The link works on a device where nobody is logged in; the device that waits for the verification notices it. */
export async function confirmByLink(tx: LinkTx, token: string): Promise<UserRow> {
  const row = await spendLinkCode(tx, token);
  return asLink(row.purpose === 'verification' ? verifyAddress(tx, row.userId) : moveToAddress(tx, row));
}

/** "This was not me": whoever registered the address loses the account. A change of address is only dropped. */
export async function refuseByLink(tx: LinkTx, token: string): Promise<void> {
  const row = await spendLinkCode(tx, token);
  if (row.purpose === 'verification') await endAccess(tx, row.userId);
}

function spendLinkCode(tx: LinkTx, token: string): Promise<EmailCodeRow> {
  return asLink(
    spendCode(tx, readLink(tx.codeKeys, token)).then((row) => {
      // A code that sets up two-step login has no link.
      if (row.purpose === 'factor') throw new AppError('link_invalid');
      return row;
    }),
  );
}

/** A person with a link is told about the link, not about a code. */
async function asLink<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof AppError ? new AppError('link_invalid') : error;
  }
}

/**
 * The new address is verified: its owner has entered the code or opened the link that was mailed to it. Call it after
 * `lockAddress`, because two accounts may ask for one address.
 */
export function setEmail(db: Db, userId: number, email: string, now: Date) {
  return db
    .updateTable('users')
    .set({ email, claimedEmail: null, emailVerifiedAt: now, updatedAt: sql`now()` })
    .where('id', '=', userId)
    .returning(USER_COLUMNS)
    .executeTakeFirst();
}
