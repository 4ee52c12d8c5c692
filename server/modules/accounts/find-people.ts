import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { I18n } from '#contract/i18n.ts';
import { plainName } from '#contract/rules/accounts.ts';
import type { Tx } from '#server/context.ts';
import type { Config } from '#server/platform/config/config.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { hasKeywords } from '#server/platform/lists/keywords.ts';
import { findUserById, MAX_SESSIONS } from './accounts.queries.ts';
import { IS_LISTED, NAME_AND_EMAIL } from './user-administration.queries.ts';

const PHONE = '@phone.invalid';

/** Callers must not show the result: nobody may learn whether an address has an account. */
export async function accountsByEmail(db: Db, emails: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', anyOf(emails))
    .execute();
  return new Map(rows.map((row) => [row.email.toLowerCase(), row.id]));
}

/** Returns null if the address has no account, or its owner has not chosen a language. */
export async function languageOfAddress(db: Db, email: string): Promise<string | null> {
  const user = await db.selectFrom('users').select('language').where('email', '=', email).executeTakeFirst();
  return user?.language ?? null;
}

export async function findAddressee(db: Db, userId: number) {
  const user = await findUserById(db, userId);
  if (!user) return undefined;
  const { email, firstName, name, phoneNumber, language } = user;
  // Somebody without an address is written to by text message.
  const textsTo = isPlaceholderAddress(email) ? (phoneNumber ?? undefined) : undefined;
  return { email, firstName, name, language, textsTo };
}

export type Verifications = { userId: number; hasAddress: boolean; hasPhone: boolean };

/** Leaves out suspended and deleted accounts. */
export async function findVerifications(
  { db, config }: { db: Db; config: Pick<Config, 'verification'> },
  userIds: number[],
): Promise<Verifications[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'emailVerifiedAt', 'phoneVerifiedAt'])
    .where('id', '=', anyOf(userIds))
    .where('suspendedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .execute();
  return users.map((user) => ({
    userId: user.id,
    hasAddress: isAddressVerified(config, user),
    hasPhone: user.phoneVerifiedAt !== null,
  }));
}

export type Reachable = {
  userId: number;
  email: string;
  firstName: string;
  language: string | null;
  verifiedPhone: string | null;
};

export async function findReachable(db: Db, userIds: number[]): Promise<Reachable[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'language', 'phoneNumber', 'phoneVerifiedAt'])
    .where('id', '=', anyOf(userIds))
    .where('suspendedAt', 'is', null)
    .where('deletedAt', 'is', null)
    // The address of a duplicate belongs to another account.
    .where('claimedEmail', 'is', null)
    .execute();
  return users.map(({ id, phoneNumber, phoneVerifiedAt, ...person }) => ({
    ...person,
    userId: id,
    verifiedPhone: phoneVerifiedAt === null ? null : phoneNumber,
  }));
}

/** A name that could carry its own message, such as an address, is left out. */
export function senderName(i18n: I18n, firstName = ''): string {
  return plainName(firstName) ?? i18n.t('Someone you know');
}

/** Other customers may see only the first name. */
export async function firstNamesOf(db: Db, userIds: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'firstName'])
    .where('id', '=', anyOf(userIds))
    .execute();
  return new Map(rows.map((row) => [row.id, row.firstName]));
}

/** Pictures ask this before they are served. A log-in does not, because the statement that stores its session checks it. */
export async function isSuspended(db: Db, userId: number): Promise<boolean> {
  const user = await db.selectFrom('users').select('suspendedAt').where('id', '=', userId).executeTakeFirst();
  return user !== undefined && user.suspendedAt !== null;
}

/** A deleted account keeps its place in lists of sales, but has no address; one made by phone never had any. */
export const SHOWN_EMAIL = sql<string>`case when users.deleted_at is null and users.email::text not like ${`%${PHONE}`}
  then coalesce(users.claimed_email, users.email)::text else '' end`;

/** For staff only: people who log in by link or phone may never have given a name. */
export const SHOWN_NAME = sql<string>`coalesce(nullif(trim(users.name), ''), nullif(${SHOWN_EMAIL}, ''),
  users.phone_number, 'User ' || users.id)`;

/** `name` is for staff; customers see a first name at most. */
export type Person = { name: string; firstName: string; email: string; language: string | null };

export async function listPeople(
  db: Db,
  userIds: readonly (number | null)[],
): Promise<ReadonlyMap<number, Person>> {
  const people = await db
    .selectFrom('users')
    .select(['id', SHOWN_NAME.as('name'), 'firstName', 'language', SHOWN_EMAIL.as('email')])
    .where('id', '=', anyOf([...new Set(userIds.filter((id) => id !== null))]))
    .execute();
  return new Map(people.map(({ id, ...person }) => [id, person] as const));
}

const MAX_COLLEAGUES = 500;

/** Staff who may work on customers' cases. */
export function listColleagues(db: Db) {
  return db
    .selectFrom('users')
    .innerJoin('roles', 'roles.key', 'users.role')
    .select(['users.id', SHOWN_NAME.as('name')])
    .where(sql<boolean>`'change_customers' = any(roles.permissions)`)
    .where('deletedAt', 'is', null)
    .where('suspendedAt', 'is', null)
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(MAX_COLLEAGUES)
    .execute();
}

export function namesToJoin(db: Db) {
  return db.selectFrom('users').select(['id', 'name']);
}

/** Returns a subquery that another module can put into its own query. */
export function peopleMatching(db: Db, text: string) {
  return db
    .selectFrom('users')
    .select('users.id')
    .where(IS_LISTED)
    .where(hasKeywords(NAME_AND_EMAIL, [text]));
}

// Evidence for a disputed payment uses this record: when the person agreed to the terms, and from where they logged in.

export async function getAccessRecord(db: Db, userId: number) {
  const agreements = await db
    .selectFrom('agreements')
    .select(['version', 'agreedAt'])
    .where('userId', '=', userId)
    .orderBy('agreedAt')
    .execute();
  // The newest log-ins, ended or not, as far as they are kept.
  const logIns = await db
    .selectFrom('sessions')
    .select(['createdAt', 'lastSeenAt', 'ip', 'userAgent'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .limit(MAX_SESSIONS)
    .execute();
  return { agreements, logIns };
}

const PENDING = '@pending.invalid';

/** Every account has an address. That of an account made by phone is random, and no mail is ever sent to it. */
export function newPlaceholderAddress(): string {
  return `${randomUUID()}${PHONE}`;
}

/** Stands for an address that another account has, or that this account has lost. */
export function newPendingAddress(): string {
  return `${randomUUID()}${PENDING}`;
}

export function isPlaceholderAddress(email: string): boolean {
  return email.endsWith(PHONE);
}

export function isPendingAddress(email: string): boolean {
  return email.endsWith(PENDING);
}

export function isAddressVerified(
  { verification }: Pick<Tx['config'], 'verification'>,
  { emailVerifiedAt }: { emailVerifiedAt: string | null },
): boolean {
  return emailVerifiedAt !== null || !verification.isRequired;
}
