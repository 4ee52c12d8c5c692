import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { mailPerson } from '#server/modules/settings/mail-messages.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { findUserByEmail, getUser, type UserRow } from './accounts.queries.ts';
import { actFor, auditUser } from './customer-access.ts';
import { checkCode, codeOf, issueCode, saveCode, spendCode } from './email-codes.ts';

const ENROLL_MINUTES = 15;

/** A password alone adds no second factor: the session must also have shown that it can read the mailbox. */
export async function needsMailedCode(
  { db, clock, config }: Pick<Tx, 'db' | 'clock' | 'config'>,
  { sessionId }: Actor,
): Promise<boolean> {
  if (!config.secondFactor.isRequired) return false;
  const enrolling = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('enrollUntil', '>', clock.now().toISOString())
    .executeTakeFirst();
  return enrolling === undefined;
}

export async function requireMailedCode(
  tx: Pick<Tx, 'db' | 'clock' | 'config'>,
  actor: Actor,
): Promise<void> {
  if (await needsMailedCode(tx, actor)) throw new AppError('mailed_code_required');
}

export async function mailFactorCode(
  tx: Pick<Tx, 'db' | 'clock' | 'queue'>,
  { userId }: Actor,
): Promise<{ to: string; expiresAt: string }> {
  const user = await getUser(tx.db, userId);
  const { expiresAt } = await issueCode(tx, { userId, purpose: 'factor', email: user.email });
  return { to: user.email, expiresAt };
}

export async function checkFactorCode(context: Context, actor: Actor, code: string): Promise<void> {
  const id = await checkCode(context, { userId: actor.userId, purpose: 'factor', code });
  await inTransaction(context, async (tx) => {
    await spendCode(tx, id);
    await tx.db
      .updateTable('sessions')
      .set({ enrollUntil: minutesFrom(tx.clock.now(), ENROLL_MINUTES) })
      .where('id', '=', actor.sessionId)
      .execute();
  });
}

type ApproveTx = Pick<Tx, 'db' | 'clock' | 'queue' | 'config' | 'log' | 'codeKeys'>;
type Approval = { code: string; expiresAt: string };

/** The super tells the code to the colleague, so that nobody else who knows the password can use the approval. */
export async function approveSecondFactor(tx: ApproveTx, actor: Actor, userId: number): Promise<Approval> {
  return approve(tx, await actFor(tx, actor, userId), actor.userId);
}

/** Called from the command line. Returns undefined if there is no such account. */
export async function approveSecondFactorOf(tx: ApproveTx, email: string): Promise<Approval | undefined> {
  const user = await findUserByEmail(tx.db, email);
  return user && approve(tx, user, null);
}

async function approve(
  tx: ApproveTx,
  user: { id: number; email: string; firstName: string },
  actorId: number | null,
): Promise<Approval> {
  const { id, expiresAt } = await saveCode(tx, { userId: user.id, purpose: 'factor', email: user.email });
  await auditUser(tx.db, actorId, { action: 'user.second-factor-approve', userId: user.id });
  await notifySecondFactor(tx, user, {
    title: 'You can set up two-step login',
    line: 'A colleague made a code that lets you set up two-step login without this mailbox.',
  });
  return { code: codeOf(tx.codeKeys, id), expiresAt };
}

/** Notifies the owner of every change, in case someone else made it. */
export async function notifySecondFactor(
  tx: Pick<Tx, 'db' | 'queue' | 'config' | 'log' | 'clock'>,
  user: Pick<UserRow, 'email' | 'firstName'>,
  { title, line }: { title: string; line: string },
): Promise<void> {
  // Only staff have a second factor, and staff read English.
  await mailPerson(tx, { ...user, language: 'en' }, () => ({
    subject: title,
    paragraphs: [line, 'If this was not you, change your password now and tell a colleague.'],
    button: { label: 'Open your profile', url: `${tx.config.publicUrl}/user-profile` },
  }));
}
