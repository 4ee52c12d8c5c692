import { sql } from 'kysely';
import type { Role } from '#contract/rules/permissions.ts';
import type { Db } from '#server/platform/database.ts';

const MOST_NOTES = 500;

export async function lockSupers(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'super')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export async function setRole(db: Db, userId: number, role: Role): Promise<void> {
  await db.updateTable('users').set({ role, updatedAt: sql`now()` }).where('id', '=', userId).execute();
}

export type NoteRow = NonNullable<Awaited<ReturnType<typeof findNote>>>;

export function listNotes(db: Db, userId: number) {
  return db
    .selectFrom('userNotes')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(MOST_NOTES)
    .execute();
}

export function findNote(db: Db, noteId: number) {
  return db.selectFrom('userNotes').selectAll().where('id', '=', noteId).forUpdate().executeTakeFirst();
}

export function insertNote(
  db: Db,
  note: { userId: number; authorId: number; text: string; createdAt: Date },
) {
  return db.insertInto('userNotes').values(note).returningAll().executeTakeFirstOrThrow();
}

export async function removeNote(db: Db, noteId: number): Promise<void> {
  await db.deleteFrom('userNotes').where('id', '=', noteId).execute();
}
