import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { mailWords } from '#server/modules/settings/mail-words.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { enqueueMail } from '#server/platform/mail/deliver-mail.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import {
  closeLinkTokens,
  findUserByEmail,
  findUserById,
  lockAddress,
  setEmail,
  type UserRow,
} from './accounts.queries.ts';
import { isPasswordOf } from './check-password.ts';
import { deleteEmailCodes, type EmailCodeRow } from './email-codes.queries.ts';
import { checkCode, issueCode, type SentCode, showCode, spendCode } from './email-codes.ts';
import { isPlaceholderAddress } from './placeholder-address.ts';

/** Tells the card provider about a new address; app.ts passes it in, because orders build on accounts. */
export type FollowAddress = (tx: Pick<Tx, 'db' | 'queue'>, userId: number) => Promise<void>;

type ChangeTx = Pick<Tx, 'db' | 'clock' | 'queue' | 'config' | 'log'> & { followAddress: FollowAddress };

/**
 * Mails a code to the new address and tells the old one. An address that has an account gets the same answer; its
 * owner is told instead (see mailCode).
 */
export async function startEmailChange(
  context: Context,
  { userId, subnet }: Actor,
  { email, password }: { email: string; password: string },
): Promise<SentCode> {
  const user = await findUserById(context.db, userId);
  if (!user) throw new AppError('not_found');
  if (!(await isPasswordOf(context, userId, password, subnet))) throw new AppError('password_wrong');
  if (user.email.toLowerCase() === email) throw new AppError('same_address');
  const row = await inTransaction(context, async (tx) => {
    if (!user.isDuplicate) await tellAsked(tx, user, email);
    return issueCode(tx, { userId, purpose: 'change', email });
  });
  return { row, isNew: true, shownCode: showCode(context, row) };
}

/** An account that was made by phone has neither an address nor a password to ask for. */
export async function addEmail(context: Context, { userId }: Actor, email: string): Promise<SentCode> {
  const user = await findUserById(context.db, userId);
  if (!user) throw new AppError('not_found');
  if (!isPlaceholderAddress(user.email)) throw new AppError('conflict');
  const row = await inTransaction(context, (tx) => issueCode(tx, { userId, purpose: 'change', email }));
  return { row, isNew: true, shownCode: showCode(context, row) };
}

export async function changeEmailByCode(
  context: Context & { followAddress: FollowAddress },
  { userId }: Actor,
  code: string,
): Promise<UserRow> {
  const id = await checkCode(context, { userId, purpose: 'change', code });
  return inTransaction(context, async (tx) => {
    const row = await spendCode(tx, id);
    return moveToAddress({ ...tx, followAddress: context.followAddress }, row);
  });
}

/** Links that were mailed to the old address end with it; sessions stay. */
export async function moveToAddress(
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
  await tx.followAddress(tx, userId);
  if (!before.isDuplicate) await tellChanged(tx, before, email);
  return after;
}

async function tellAsked(tx: Omit<ChangeTx, 'followAddress'>, user: UserRow, email: string): Promise<void> {
  const { siteName } = await mailWords(tx);
  await mailTo(tx, user.email, user, {
    subject: `Your ${siteName} address is about to change`,
    paragraphs: [
      `Somebody who knows your password asked to use ${maskAddress(email)} for your ${siteName} account. Nothing changes until that address is confirmed.`,
      'If this was you, there is nothing to do. If not, set a new password now.',
    ],
    button: { label: 'Set a new password', url: `${tx.config.publicUrl}/PasswordReset` },
  });
}

async function tellChanged(tx: Omit<ChangeTx, 'followAddress'>, user: UserRow, email: string): Promise<void> {
  const { siteName } = await mailWords(tx);
  const subject = `Your ${siteName} address was changed`;
  await mailTo(tx, user.email, user, {
    subject,
    paragraphs: [
      `Your ${siteName} account now uses ${maskAddress(email)}. This address no longer opens it and gets no more e-mails.`,
      'If this was not you, write to us at once with the help button of the site.',
    ],
    button: { label: `Go to ${siteName}`, url: tx.config.publicUrl },
  });
  await mailTo(tx, email, user, {
    subject,
    paragraphs: [`Your ${siteName} account now uses this address. Log in with it from now on.`],
  });
}

type Words = { subject: string; paragraphs: string[]; button?: { label: string; url: string } };

async function mailTo(
  tx: Omit<ChangeTx, 'followAddress'>,
  to: string,
  { firstName }: Pick<UserRow, 'firstName'>,
  { subject, paragraphs, button }: Words,
): Promise<void> {
  const { greet, frame } = await mailWords(tx);
  const content = composeMail(
    { title: subject, greeting: greet(firstName), paragraphs, ...(button && { button }) },
    frame,
  );
  await enqueueMail(tx.queue, tx.db, { to, subject, ...content });
}

/** Whoever reads the old mailbox need not learn the new address. */
function maskAddress(email: string): string {
  const [name = '', host = ''] = email.split('@');
  return `${name.slice(0, 1)}***@${host}`;
}
