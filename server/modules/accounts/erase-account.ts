import { randomUUID } from 'node:crypto';
import { DELETED_ACCOUNT_NAME } from '#contract/entities/user.ts';
import type { Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { type ExportFile, jsonFile } from '#server/platform/personal-data/export-file.ts';
import { deleteOneTimeCodesOf } from './accounts.queries.ts';
import { isPendingAddress } from './find-people.ts';
import { listNotes } from './user-administration.queries.ts';

export async function isKnown(db: Db, userId: number): Promise<boolean> {
  const found = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  return found !== undefined;
}

/** Returns whether another account has the address of this one now. */
export async function isAbandoned(db: Db, userId: number): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('claimedEmail', 'is', null)
    .executeTakeFirst();
  return user !== undefined && isPendingAddress(user.email);
}

/** The lock makes whoever adds a row for this person wait. */
export function lockPerson(db: Db, userId: number) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'lastName', 'name', 'language', 'phoneNumber', 'phoneVerifiedAt'])
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** The placeholder address is random, so that nobody can register it first. */
export async function insertTombstoneUser(db: Db, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({
      email: `${randomUUID()}@deleted.invalid`,
      firstName: DELETED_ACCOUNT_NAME,
      lastName: '',
      name: DELETED_ACCOUNT_NAME,
      agreedToTermsAt: now,
      createdAt: now,
      deletedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deletePerson(db: Db, userId: number): Promise<void> {
  await deleteOneTimeCodesOf(db, userId);
  await db.deleteFrom('staffInvitations').where('email', '=', verifiedAddressOf(db, userId)).execute();
  await db.deleteFrom('users').where('id', '=', userId).execute();
}

function verifiedAddressOf(db: Db, userId: number) {
  return db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('emailVerifiedAt', 'is not', null);
}

export async function* exportAccount({ db }: Pick<Tx, 'db'>, userId: number): AsyncGenerator<ExportFile> {
  const profile = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (profile) {
    const { passwordHash, deletedAt: _, claimedEmail, email, ...rest } = profile;
    const shown = { ...rest, email: claimedEmail ?? email, hasPassword: passwordHash !== null };
    yield jsonFile('profile.json', shown);
  }
  const sessions = await db
    .selectFrom('sessions')
    .select(['createdAt', 'lastSeenAt', 'expiresAt', 'endedAt', 'ip', 'userAgent'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();
  yield jsonFile('sessions.json', sessions);
  const links = await db
    .selectFrom('linkTokens')
    .select(['purpose', 'createdAt', 'expiresAt', 'usedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
  yield jsonFile('mailed-links.json', links);
  const invitations = await db
    .selectFrom('staffInvitations')
    .select(['role', 'createdAt', 'expiresAt', 'acceptedAt', 'withdrawnAt'])
    .where('email', '=', verifiedAddressOf(db, userId))
    .orderBy('id')
    .execute();
  yield jsonFile('staff-invitations.json', invitations);
  const notes = await listNotes(db, userId);
  yield jsonFile(
    'notes-by-staff.json',
    notes.map(({ text, createdAt }) => ({ text, createdAt })),
  );
}
