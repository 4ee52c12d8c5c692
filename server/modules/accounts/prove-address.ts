import { type Context, inTransaction } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { findUserById, markProven, type UserRow } from './accounts.queries.ts';
import { type ClaimTx, endAccess } from './claim-address.ts';
import type { EmailCodeRow } from './email-codes.queries.ts';
import { checkCode, codeOf, findOpenCode, issueCode, readLink, spendCode } from './email-codes.ts';

export type SentCode = { row: EmailCodeRow; isNew: boolean; shownCode: string | undefined };

/** With `unlessSent`, a code that is still good is answered again instead of being replaced. */
export async function sendEmailCode(
  context: Context,
  { userId }: Actor,
  { unlessSent }: { unlessSent: boolean },
): Promise<SentCode> {
  const user = await findUserById(context.db, userId);
  if (!user) throw new AppError('not_found');
  if (user.emailProvenAt !== null) throw new AppError('address_proven');
  const wanted = { userId, purpose: 'proof' as const };
  const open = unlessSent ? await findOpenCode(context, wanted) : undefined;
  const row = open ?? (await inTransaction(context, (tx) => issueCode(tx, { ...wanted, email: user.email })));
  return { row, isNew: !open, shownCode: showCode(context, row) };
}

export function showCode(
  { config, codeKeys }: Pick<Context, 'config' | 'codeKeys'>,
  { id }: Pick<EmailCodeRow, 'id'>,
): string | undefined {
  return config.proofs.showsCode ? codeOf(codeKeys, id) : undefined;
}

/** Whoever enters the code holds both the session and the mailbox, so other sessions stay. */
export async function proveByCode(context: Context, { userId }: Actor, code: string): Promise<UserRow> {
  const id = await checkCode(context, { userId, purpose: 'proof', code });
  return inTransaction(context, async (tx) => {
    await spendCode(tx, id);
    await markProven(tx.db, userId, tx.clock.now());
    const user = await findUserById(tx.db, userId);
    if (!user) throw new AppError('not_found');
    return user;
  });
}

/** The link works on a device where nobody is logged in; the device that waits for the proof hears of it. */
export async function confirmByLink(
  tx: Pick<Context, 'clock' | 'codeKeys'> & ClaimTx,
  token: string,
): Promise<void> {
  const row = await spendLinkCode(tx, token);
  await markProven(tx.db, row.userId, tx.clock.now());
}

/** "This was not me": whoever registered the address loses the account. */
export async function refuseByLink(
  tx: Pick<Context, 'clock' | 'codeKeys'> & ClaimTx,
  token: string,
): Promise<void> {
  const row = await spendLinkCode(tx, token);
  await endAccess(tx, row.userId);
}

async function spendLinkCode(
  tx: Pick<Context, 'clock' | 'codeKeys'> & ClaimTx,
  token: string,
): Promise<EmailCodeRow> {
  const id = readLink(tx.codeKeys, token);
  return spendCode(tx, id).catch((error) => {
    throw error instanceof AppError ? new AppError('link_invalid') : error;
  });
}
