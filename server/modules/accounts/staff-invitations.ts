import { sql } from 'kysely';
import { z } from 'zod';
import type { StaffInvitation } from '#contract/endpoints/user-administration.ts';
import { ROLE_NAMES, type Role } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import { sendAskedMail } from '#server/modules/settings/mail-messages.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { hashSecret, newLinkToken } from '#server/platform/security/secrets.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import { closeLinkTokens, findUserByEmail, lockAddress, markAllSessionsEnded } from './accounts.queries.ts';
import { type ClaimTx, claimAddress } from './claim-address.ts';
import { makeVerifiedAccount } from './create-account.ts';
import { auditUser } from './customer-access.ts';
import { listPeople } from './find-people.ts';
import { enterAccount } from './register.ts';
import type { Challenged, LoggedIn, Visitor } from './sessions.ts';
import { INVITATIONS_SUBJECT } from './staff-roles.ts';

const INVITATION_DAYS = 7;

export const mailInvitationJob = defineJob({
  name: 'accounts.mail-invitation',
  payload: z.object({ id: z.int() }),
  retries: 4,
});

export async function inviteStaff(
  { db, clock, queue }: Pick<Tx, 'db' | 'clock' | 'queue'>,
  actor: Actor,
  { email, role }: { email: string; role: Role },
): Promise<StaffInvitation> {
  await lockAddress(db, email);
  const known = await findUserByEmail(db, email);
  if (known && known.role !== 'authenticated') {
    throw new AppError('already_exists', {
      message: `${known.name || email} is on the staff already. Change the role on their page.`,
    });
  }
  const now = clock.now();
  await selectWaiting(db.updateTable('staffInvitations').set({ withdrawnAt: now }))
    .where('email', '=', email)
    .execute();
  const invitation = await db
    .insertInto('staffInvitations')
    .values({
      email,
      role,
      invitedBy: actor.userId,
      createdAt: now,
      expiresAt: minutesFrom(now, INVITATION_DAYS * 24 * 60),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await queue.enqueue(db, mailInvitationJob, { id: invitation.id });
  const after = { email, role };
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'staff.invite',
    subject: INVITATIONS_SUBJECT,
    after,
  });
  return toWire(db, invitation);
}

/** The token is stored only as a hash, so a retried job sends a new one. */
export async function mailInvitation(
  tx: Pick<Tx, 'db' | 'clock' | 'mail' | 'config' | 'log'>,
  { id, messageKey }: { id: number; messageKey: string },
): Promise<void> {
  const token = newLinkToken();
  const invitation = await selectWaiting(
    tx.db.updateTable('staffInvitations').set({ tokenHash: hashSecret(token) }),
  )
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!invitation) return;
  const { invited_by: inviter, role } = await toWire(tx.db, invitation);
  const reader = { email: invitation.email, firstName: '', language: null, key: messageKey };
  await sendAskedMail(tx, reader, ({ siteName }) => ({
    subject: `Join the ${siteName} staff`,
    paragraphs: [`${inviter} invited you to work with ${siteName} as ${ROLE_NAMES[role]}.`],
    button: {
      label: 'Accept the invitation',
      url: `${tx.config.publicUrl}/LoginSimple/?welcome=true&to=%2Fadmin&loginToken=${token}`,
      showsAddress: true,
    },
    note: `The link works once, within ${INVITATION_DAYS} days. If you don’t know ${inviter}, ignore this email.`,
  }));
}

export async function listInvitations({ db, clock }: Pick<Tx, 'db' | 'clock'>): Promise<StaffInvitation[]> {
  const rows = await db
    .selectFrom('staffInvitations')
    .selectAll()
    .where('acceptedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .where('expiresAt', '>', clock.now().toISOString())
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return Promise.all(rows.map((row) => toWire(db, row)));
}

export async function withdrawInvitation(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  id: number,
): Promise<void> {
  const withdrawn = await selectWaiting(db.updateTable('staffInvitations').set({ withdrawnAt: clock.now() }))
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'staff.withdraw-invitation',
    subject: INVITATIONS_SUBJECT,
    after: withdrawn,
  });
}

export function findInvitation({ db, clock }: Pick<Tx, 'db' | 'clock'>, token: string) {
  return db
    .selectFrom('staffInvitations')
    .selectAll()
    .select(
      sql<boolean>`accepted_at is null and withdrawn_at is null and expires_at > ${clock.now()}`.as('works'),
    )
    .where('tokenHash', '=', hashSecret(token))
    .executeTakeFirst();
}

/**
 * Logs the owner of the mailbox in with the role; undefined if the token is no invitation. Where staff need a second
 * factor, the session opens nothing before it is set up.
 */
export async function acceptInvitation(
  tx: ClaimTx & Pick<Tx, 'jwt'>,
  visitor: Visitor,
  token: string,
): Promise<LoggedIn | Challenged | undefined> {
  const now = tx.clock.now();
  const invitation = await selectWaiting(tx.db.updateTable('staffInvitations').set({ acceptedAt: now }))
    .where('tokenHash', '=', hashSecret(token))
    .where('expiresAt', '>', now.toISOString())
    .returning(['email', 'role'])
    .executeTakeFirst();
  if (!invitation) return undefined;
  const { email, role } = invitation;
  await lockAddress(tx.db, email);
  const known = await findUserByEmail(tx.db, email);
  // Colleagues have given another role meanwhile, which may be a higher one.
  if (known && known.role !== 'authenticated') throw new AppError('link_invalid');
  const { userId } = await claimAddress(tx, known?.id ?? (await makeVerifiedAccount(tx, email, visitor)));
  // Devices that the family shares were logged in as a customer.
  await markAllSessionsEnded(tx.db, userId, now);
  await closeLinkTokens(tx.db, userId, now);
  await tx.db.updateTable('users').set({ role, updatedAt: sql`now()` }).where('id', '=', userId).execute();
  await auditUser(tx.db, userId, {
    action: 'staff.join',
    userId,
    before: { role: 'authenticated' },
    after: { role },
  });
  return enterAccount(tx, visitor, { userId, keepsContent: true });
}

/** Spends or ends an invitation in one statement, so that only one of several calls at once does. */
function selectWaiting<
  Query extends { where: (column: 'acceptedAt' | 'withdrawnAt', is: 'is', nothing: null) => Query },
>(query: Query): Query {
  return query.where('acceptedAt', 'is', null).where('withdrawnAt', 'is', null);
}

type Row = { id: number; email: string; role: string; invitedBy: number | null; expiresAt: string };

async function toWire(db: Db, { id, email, role, invitedBy, expiresAt }: Row): Promise<StaffInvitation> {
  const people = await listPeople(db, [invitedBy]);
  return {
    id,
    email,
    role: role as Role,
    invited_by: people.get(invitedBy ?? 0)?.name ?? 'A colleague',
    expires_at: toIso(expiresAt),
  };
}
