import { type Context, inTransaction } from '#server/context.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { findUserByEmail, findUserById, lockAddress, setEmail, type UserRow } from './accounts.queries.ts';
import { type FollowAddress, moveToAddress } from './change-email.ts';
import {
  abandon,
  abandonDuplicates,
  type ClaimTx,
  endAccess,
  isReplaceable,
  type OfOrders,
} from './claim-address.ts';
import type { EmailCodeRow } from './email-codes.queries.ts';
import {
  checkCode,
  findOpenCode,
  issueCode,
  readLink,
  type SentCode,
  showCode,
  spendCode,
} from './email-codes.ts';
import { isPlaceholderAddress } from './placeholder-address.ts';

/** With `unlessSent`, a code that is still good is answered again instead of being replaced. */
export async function sendEmailCode(
  context: Context,
  { userId }: Actor,
  { unlessSent }: { unlessSent: boolean },
): Promise<SentCode> {
  const user = await getUser(context.db, userId);
  if (user.emailProvenAt !== null) throw new AppError('address_proven');
  if (isPlaceholderAddress(user.email)) {
    throw new AppError('conflict', { message: 'Add an e-mail address first.' });
  }
  const wanted = { userId, purpose: 'proof' as const };
  const open = unlessSent ? await findOpenCode(context, wanted) : undefined;
  const row = open ?? (await inTransaction(context, (tx) => issueCode(tx, { ...wanted, email: user.email })));
  return { row, isNew: !open, shownCode: showCode(context, row) };
}

/** Whoever enters the code holds both the session and the mailbox, so other sessions stay. */
export async function proveByCode(
  context: Context & OfOrders,
  { userId }: Actor,
  code: string,
): Promise<UserRow> {
  const id = await checkCode(context, { userId, purpose: 'proof', code });
  return inTransaction(context, async (tx) => {
    await spendCode(tx, id);
    const { forgetCards, hasBought } = context;
    return proveAddress({ ...tx, forgetCards, hasBought }, userId);
  });
}

/** The address belongs to the first of several accounts that proves it; the others are erased. */
async function proveAddress(tx: ClaimTx, userId: number): Promise<UserRow> {
  const { email } = await getUser(tx.db, userId);
  await lockAddress(tx.db, email);
  const holder = await findUserByEmail(tx.db, email);
  if (holder && holder.id !== userId) {
    if (!(await isReplaceable(tx, holder)))
      throw new AppError('code_invalid', { details: { tries_left: 0 } });
    await abandon(tx, holder.id);
  }
  await abandonDuplicates(tx, { email, except: userId });
  const proven = await setEmail(tx.db, userId, email, tx.clock.now());
  if (!proven) throw new AppError('not_found');
  return proven;
}

async function getUser(db: Db, userId: number): Promise<UserRow> {
  const user = await findUserById(db, userId);
  if (!user) throw new AppError('not_found');
  return user;
}

type LinkTx = Pick<Context, 'codeKeys'> & ClaimTx & { followAddress: FollowAddress };

/** The link works on a device where nobody is logged in; the device that waits for the proof notices it. */
export async function confirmByLink(tx: LinkTx, token: string): Promise<UserRow> {
  const row = await spendLinkCode(tx, token);
  return asLink(row.purpose === 'proof' ? proveAddress(tx, row.userId) : moveToAddress(tx, row));
}

/** "This was not me": whoever registered the address loses the account. A change of address is only dropped. */
export async function refuseByLink(tx: LinkTx, token: string): Promise<void> {
  const row = await spendLinkCode(tx, token);
  if (row.purpose === 'proof') await endAccess(tx, row.userId);
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
