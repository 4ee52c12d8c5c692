import type { Db } from '#server/platform/database.ts';

export function findNewestTexts(db: Db) {
  return db
    .selectFrom('legalTexts')
    .select(['version', 'terms', 'privacy', 'createdAt'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function selectNewestVersion(db: Db) {
  return db.selectFrom('legalTexts').select('version').orderBy('version', 'desc').limit(1);
}

export function findTexts(db: Db, version: number) {
  return db.selectFrom('legalTexts').select('terms').where('version', '=', version).executeTakeFirst();
}

export async function insertTexts(
  db: Db,
  texts: { version: number; terms: string; privacy: string; changedBy: number; createdAt: Date },
): Promise<void> {
  await db.insertInto('legalTexts').values(texts).execute();
}
