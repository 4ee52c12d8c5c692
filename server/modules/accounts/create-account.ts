import { sql } from 'kysely';
import type { Role } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import { legalVersion } from '#server/modules/settings/legal-texts.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { subnetOf } from '#server/platform/http/network-of.ts';
import { hashPassword } from '#server/platform/security/passwords.ts';
import { newLinkToken } from '#server/platform/security/secrets.ts';
import { insertUser, NAMELESS, USER_COLUMNS, type UserRow } from './accounts.queries.ts';
import type { Visitor } from './sessions.ts';

/** Creates an account with a random password for the operator; returns undefined if the address has one. */
export async function createAccount(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { email, role, name }: { email: string; role: Role; name: string },
): Promise<{ password: string } | undefined> {
  const password = newLinkToken().slice(0, 16);
  const [firstName = name, ...rest] = name.trim().split(/\s+/);
  const user = await insertUser(db, {
    email,
    role,
    firstName,
    lastName: rest.join(' ') || firstName,
    name,
    birthDate: null,
    passwordHash: await hashPassword(password),
    agreedToTermsAt: clock.now(),
    // The operator vouches for the address.
    emailVerifiedAt: clock.now(),
  });
  return user && { password };
}

/** The owner of an address adds a name and agrees to the terms later. */
export async function makeVerifiedAccount(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  email: string,
  visitor?: Pick<Visitor, 'ip' | 'language'>,
): Promise<number> {
  const now = clock.now();
  const user = await insertUser(db, {
    email,
    emailVerifiedAt: now,
    ...NAMELESS,
    agreedToTermsAt: now,
    createdAt: now,
    ...(visitor && { signupNetwork: subnetOf(visitor.ip), language: visitor.language }),
  });
  if (!user) throw new AppError('email_taken');
  return user.id;
}

/** Only the version in force can be agreed to: an old page must not agree to a text that it did not show. */
export async function agree(
  tx: Pick<Tx, 'db' | 'clock'>,
  { userId }: Pick<Actor, 'userId'>,
  version: number,
): Promise<UserRow> {
  if (version !== (await legalVersion(tx))) throw new AppError('conflict');
  const user = await keepAgreement(tx.db, { userId, version, agreedAt: tx.clock.now() });
  if (!user) throw new AppError('not_found');
  return user;
}

export function termsDue({ agreedVersion }: Pick<UserRow, 'agreedVersion'>, newest: number): number | null {
  return agreedVersion < newest ? newest : null;
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
