import { sql, type Updateable } from 'kysely';
import type { Language } from '#contract/i18n.ts';
import type { Permission, Role } from '#contract/rules/permissions.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { Users } from '#server/platform/database/database.gen.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';

export const USER_COLUMNS = [
  'id',
  sql<string>`coalesce(claimed_email, users.email)`.as('email'),
  sql<boolean>`claimed_email is not null`.as('isDuplicate'),
  'emailVerifiedAt',
  'firstName',
  'lastName',
  'name',
  'birthDate',
  'agreedToTermsAt',
  'agreedVersion',
  'country',
  'city',
  'state',
  'zipCode',
  'phoneNumber',
  'phoneVerifiedAt',
  'phoneLogIn',
  'language',
  'role',
  sql<Permission[]>`(select permissions from roles where key = users.role)`.as('permissions'),
  'hasModifiedNotificationSettings',
  'secondFactorAt',
  'suspendedAt',
  'suspensionReason',
  'suspensionNote',
  'createdAt',
  sql<boolean>`password_hash is null`.as('logsInByLink'),
] as const;

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUserById>>>;
export type ProfileFields = Omit<
  Updateable<Users>,
  'id' | 'email' | 'claimedEmail' | 'role' | 'passwordHash' | 'secondFactorAt'
>;

export function selectUser(db: Db, userId: number) {
  return db.selectFrom('users').select(USER_COLUMNS).where('id', '=', userId).where('deletedAt', 'is', null);
}

export function findUserById(db: Db, userId: number) {
  return selectUser(db, userId).executeTakeFirst();
}

export async function getUser(
  db: Db,
  userId: number,
  otherwise: 'not_found' | 'link_invalid' | 'code_invalid' = 'not_found',
): Promise<UserRow> {
  return selectUser(db, userId).executeTakeFirstOrThrow(() => new AppError(otherwise));
}

/** Makes other changes of this person wait until the transaction ends. */
export function lockUser(db: Db, userId: number): Promise<UserRow> {
  return selectUser(db, userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}

export function findUserByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select([...USER_COLUMNS, 'passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst();
}

export type NewUser = {
  email: string;
  /** The address of a duplicate, whose `email` is a placeholder. */
  claimedEmail?: string;
  emailVerifiedAt?: Date;
  passwordHash: string | null;
  firstName: string;
  lastName: string;
  name: string;
  birthDate: string | null;
  agreedToTermsAt: Date;
  createdAt?: Date;
  signupNetwork?: string;
  language?: Language | undefined;
  agreedVersion?: number;
  role?: Role;
  phoneNumber?: string;
  phoneVerifiedAt?: Date;
  phoneLogIn?: string;
};

/** Used for accounts whose owners log in without a password and give a name later. */
export const NAMELESS = { passwordHash: null, firstName: '', lastName: '', name: '', birthDate: null };

/** Returns undefined if the address already has an account. */
export function insertUser(db: Db, user: NewUser) {
  return db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(USER_COLUMNS)
    .executeTakeFirst();
}

export function updateUserFields(db: Db, userId: number, fields: ProfileFields) {
  return db
    .updateTable('users')
    .set({ ...fields, updatedAt: sql`now()` })
    .where('id', '=', userId)
    .returning(USER_COLUMNS)
    .executeTakeFirst();
}

/** Makes others who want to take the address wait until this transaction ends. */
export async function lockAddress(db: Db, email: string): Promise<void> {
  await advisoryLock(db, `address:${email.toLowerCase()}`);
}

/** Also drops codes that were mailed to the address of the account. */
export async function closeLinkTokens(db: Db, userId: number, now: Date): Promise<void> {
  await deleteOneTimeCodesOf(db, userId);
  await db
    .updateTable('linkTokens')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .execute();
}

export async function deleteStaleAccountRows(db: Db, now: Date): Promise<void> {
  const monthAgo = new Date(now.getTime() - 30 * 24 * 3600_000).toISOString();
  await db.deleteFrom('linkTokens').where('expiresAt', '<', monthAgo).execute();
  await db.deleteFrom('sessions').where('expiresAt', '<', monthAgo).execute();
  const before = now.toISOString();
  await db.deleteFrom('emailCodes').where('expiresAt', '<', before).execute();
  await db.deleteFrom('oneTimeCodes').where('expiresAt', '<', before).execute();
  await db.deleteFrom('loginChallenges').where('expiresAt', '<', before).execute();
  await db.deleteFrom('passkeyChallenges').where('expiresAt', '<', before).execute();
  await db.deleteFrom('pendingSecondFactors').where('expiresAt', '<', before).execute();
}

export type CodePurpose = 'verification' | 'change' | 'factor';
export type EmailCodeRow = {
  id: string;
  userId: number;
  purpose: CodePurpose;
  email: string;
  createdAt: string;
  expiresAt: string;
};

export async function deleteEmailCodes(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('emailCodes').where('userId', '=', userId).execute();
}

export function findOneTimeCode(db: Db, id: string, now: Date) {
  return db
    .selectFrom('oneTimeCodes')
    .select(['id', 'email', 'path'])
    .where('id', '=', id)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst();
}

/** Returns the address to exactly one of several concurrent callers. */
export async function spendOneTimeCode(db: Db, id: string, now: Date): Promise<string | undefined> {
  const row = await db
    .deleteFrom('oneTimeCodes')
    .where('id', '=', id)
    .where('expiresAt', '>', now.toISOString())
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

export async function deleteOneTimeCodesOf(db: Db, userId: number): Promise<void> {
  await db
    .deleteFrom('oneTimeCodes')
    .where('email', '=', (eb) => eb.selectFrom('users').select('email').where('id', '=', userId))
    .execute();
}

export const MAX_SESSIONS = 100;

export async function markAllSessionsEnded(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .execute();
}

export type SessionRow = Awaited<ReturnType<typeof listLiveSessions>>[number];

export function listLiveSessions(db: Db, userId: number, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'ip', 'userAgent', 'createdAt', 'lastSeenAt'])
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .orderBy('lastSeenAt', 'desc')
    .limit(MAX_SESSIONS)
    .execute();
}
