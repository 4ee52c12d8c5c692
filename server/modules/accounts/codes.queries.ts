import type { Db } from '#server/platform/database/database.ts';

export type CodePurpose = 'verification' | 'change' | 'factor';
export type EmailCodeRow = {
  id: string;
  userId: number;
  purpose: CodePurpose;
  email: string;
  createdAt: string;
  expiresAt: string;
};

const COLUMNS = ['id', 'userId', 'purpose', 'email', 'createdAt', 'expiresAt'] as const;

type NewCode = { id: string; userId: number; purpose: CodePurpose; email: string };

/** A new code replaces the old one, with its tries. */
export async function replaceEmailCode(
  db: Db,
  { id, userId, purpose, email }: NewCode,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<EmailCodeRow> {
  const fresh = { id, email, tries: 0, createdAt: now, expiresAt };
  const row = await db
    .insertInto('emailCodes')
    .values({ userId, purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(['userId', 'purpose']).doUpdateSet(fresh))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return { ...row, purpose };
}

export async function findUsableCode(
  db: Db,
  {
    userId,
    purpose,
    until,
    mostTries,
  }: { userId: number; purpose: CodePurpose; until: Date; mostTries: number },
): Promise<EmailCodeRow | undefined> {
  const row = await db
    .selectFrom('emailCodes')
    .select(COLUMNS)
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('tries', '<', mostTries)
    .where('expiresAt', '>', until.toISOString())
    .executeTakeFirst();
  return row && { ...row, purpose };
}

export async function findEmailCode(db: Db, id: string, now: Date): Promise<EmailCodeRow | undefined> {
  const row = await db
    .selectFrom('emailCodes')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst();
  return row && { ...row, purpose: row.purpose as CodePurpose };
}

/** Counts the try before anything is compared, so that parallel guesses cannot exceed the limit. */
export function countTry(
  db: Db,
  { userId, purpose, now, mostTries }: { userId: number; purpose: CodePurpose; now: Date; mostTries: number },
) {
  return db
    .updateTable('emailCodes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('tries', '<', mostTries)
    .where('expiresAt', '>', now.toISOString())
    .returning(['id', 'tries'])
    .executeTakeFirst();
}

/** Returns the code to exactly one of several concurrent callers. */
export async function spendEmailCode(db: Db, id: string, now: Date): Promise<EmailCodeRow | undefined> {
  const row = await db
    .deleteFrom('emailCodes')
    .where('id', '=', id)
    .where('expiresAt', '>', now.toISOString())
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && { ...row, purpose: row.purpose as CodePurpose };
}

export async function deleteEmailCodes(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('emailCodes').where('userId', '=', userId).execute();
}

type NewOneTimeCode = {
  id: string;
  ticketHash: Buffer;
  email: string;
  path: string | null;
  createdAt: Date;
  expiresAt: Date;
};

export async function insertOneTimeCode(db: Db, code: NewOneTimeCode): Promise<void> {
  await db.insertInto('oneTimeCodes').values(code).execute();
}

export function findOneTimeCode(db: Db, id: string, now: Date) {
  return db
    .selectFrom('oneTimeCodes')
    .select(['id', 'email', 'path'])
    .where('id', '=', id)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst();
}

/** Counts the try before anything is compared, so that parallel guesses cannot exceed the limit. */
export function countEntryTry(
  db: Db,
  { ticketHash, now, mostTries }: { ticketHash: Buffer; now: Date; mostTries: number },
) {
  return db
    .updateTable('oneTimeCodes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('ticketHash', '=', ticketHash)
    .where('tries', '<', mostTries)
    .where('expiresAt', '>', now.toISOString())
    .returning(['id', 'email', 'tries'])
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

export async function deleteStaleOneTimeCodes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('oneTimeCodes').where('expiresAt', '<', now.toISOString()).execute();
}
