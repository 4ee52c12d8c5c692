import { sql, type Updateable } from 'kysely';
import type { Role } from '#contract/rules/permissions.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { Users } from '#server/platform/database/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { deleteOneTimeCodesOf, deleteStaleOneTimeCodes } from './codes.queries.ts';

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
  'role',
  'hasModifiedNotificationSettings',
  'secondFactorAt',
  'suspendedAt',
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

/** The rows of a deleted account belong to one that has no person. */
export async function isDeleted(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deletedAt', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

export function listFirstNames(db: Db, userIds: number[]) {
  return db.selectFrom('users').select(['id', 'firstName']).where('id', '=', anyOf(userIds)).execute();
}

export function listIdsByEmail(db: Db, emails: string[]) {
  return db.selectFrom('users').select(['id', 'email']).where('email', '=', anyOf(emails)).execute();
}

export function findReachableUsers(db: Db, userIds: number[]) {
  return (
    db
      .selectFrom('users')
      .select(['id', 'email', 'firstName', 'phoneNumber', 'phoneVerifiedAt'])
      .where('id', '=', anyOf(userIds))
      .where('suspendedAt', 'is', null)
      .where('deletedAt', 'is', null)
      // The address of a duplicate belongs to another account.
      .where('claimedEmail', 'is', null)
      .execute()
  );
}

export function listVerifications(db: Db, userIds: number[]) {
  return db
    .selectFrom('users')
    .select(['id', 'emailVerifiedAt', 'phoneVerifiedAt'])
    .where('id', '=', anyOf(userIds))
    .where('suspendedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .execute();
}

export function findUserByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select([...USER_COLUMNS, 'passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst();
}

const MAX_PENDING = 3;

/** Returns the accounts that were registered with an address: the one that has verified it first, then the newest. */
export async function listUsersOfAddress(db: Db, email: string) {
  const users = await db
    .selectFrom('users')
    .select([...USER_COLUMNS, 'passwordHash'])
    .where((eb) => eb.or([eb('users.email', '=', email), eb('claimedEmail', '=', email)]))
    .orderBy(sql`email_verified_at is null`)
    .orderBy('id', 'desc')
    .limit(MAX_PENDING + 1)
    .execute();
  const hasOwner = users[0]?.emailVerifiedAt != null;
  return users.slice(0, hasOwner ? MAX_PENDING + 1 : MAX_PENDING);
}

export function listDuplicates(db: Db, email: string) {
  return db.selectFrom('users').select('id').where('claimedEmail', '=', email).orderBy('id').execute();
}

export function findUserByPhoneLogIn(db: Db, phoneNumber: string) {
  return db.selectFrom('users').select('id').where('phoneLogIn', '=', phoneNumber).executeTakeFirst();
}

export function findPasswordHash(db: Db, userId: number) {
  return db.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirst();
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
  agreedVersion?: number;
  role?: Role;
  phoneNumber?: string;
  phoneVerifiedAt?: Date;
  phoneLogIn?: string;
};

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

export async function setPasswordHash(db: Db, userId: number, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ passwordHash, updatedAt: sql`now()` })
    .where('id', '=', userId)
    .execute();
}

export async function insertLinkToken(
  db: Db,
  token: { userId: number; purpose: LinkPurpose; tokenHash: Buffer; expiresAt: Date; about?: string },
): Promise<void> {
  await db.insertInto('linkTokens').values(token).execute();
}

/** `mail` is a link in a mail about something else, such as an album or a receipt. */
export type LinkPurpose = 'login' | 'password_reset' | 'mail';

export function findLinkToken(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('linkTokens')
    .select(['userId', 'about', 'usedAt', 'expiresAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
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

export async function keepAgreement(
  db: Db,
  { userId, version, agreedAt }: { userId: number; version: number; agreedAt: Date },
) {
  await db
    .insertInto('agreements')
    .values({ userId, version, agreedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .updateTable('users')
    .set({ agreedVersion: version, agreedToTermsAt: agreedAt, updatedAt: sql`now()` })
    .where('id', '=', userId)
    .returning(USER_COLUMNS)
    .executeTakeFirst();
}

export function listAgreements(db: Db, userId: number) {
  return db
    .selectFrom('agreements')
    .select(['version', 'agreedAt'])
    .where('userId', '=', userId)
    .orderBy('agreedAt')
    .execute();
}

/** Makes others who want to take the address wait until this transaction ends. */
export async function lockAddress(db: Db, email: string): Promise<void> {
  await advisoryLock(db, `address:${email.toLowerCase()}`);
}

/** Frees the address of an account that nobody can log in to any more. */
export async function leaveAddress(db: Db, userId: number, placeholder: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email: placeholder, claimedEmail: null, updatedAt: sql`now()` })
    .where('id', '=', userId)
    .execute();
}

/** Returns undefined if the address was verified before. */
export function markVerified(db: Db, userId: number, now: Date) {
  return db
    .updateTable('users')
    .set({ emailVerifiedAt: now })
    .where('id', '=', userId)
    .where('emailVerifiedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
}

/** Removes the password and the phone number, so that nobody else can log in with them. */
export async function forgetWaysIn(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set({
      passwordHash: null,
      phoneNumber: null,
      phoneVerifiedAt: null,
      phoneLogIn: null,
      updatedAt: sql`now()`,
    })
    .where('id', '=', userId)
    .execute();
}

/** Spends the token in one statement, so that only one of two simultaneous clicks succeeds. */
export function spendLinkToken(
  db: Db,
  token: { tokenHash: Buffer; purposes: readonly LinkPurpose[]; now: Date },
) {
  return db
    .updateTable('linkTokens')
    .set({ usedAt: token.now })
    .where('tokenHash', '=', token.tokenHash)
    .where('purpose', 'in', token.purposes)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', token.now.toISOString())
    .returning(['userId', 'purpose'])
    .executeTakeFirst();
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
  await db.deleteFrom('emailCodes').where('expiresAt', '<', now.toISOString()).execute();
  await deleteStaleOneTimeCodes(db, now);
}
