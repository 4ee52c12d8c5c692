import { type Context, inTransaction } from '#server/context.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { findUserById, markProven, type UserRow } from './accounts.queries.ts';
import { type FollowAddress, moveToAddress } from './change-email.ts';
import { type ClaimTx, endAccess } from './claim-address.ts';
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
export async function proveByCode(context: Context, { userId }: Actor, code: string): Promise<UserRow> {
  const id = await checkCode(context, { userId, purpose: 'proof', code });
  return inTransaction(context, async (tx) => {
    await spendCode(tx, id);
    await markProven(tx.db, userId, tx.clock.now());
    return getUser(tx.db, userId);
  });
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
  if (row.purpose === 'proof') await markProven(tx.db, row.userId, tx.clock.now());
  else await asLink(moveToAddress(tx, row));
  return getUser(tx.db, row.userId);
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
