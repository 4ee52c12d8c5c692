import type { Tx } from '#server/context.ts';
import { type ExportFile, jsonFile } from '#server/platform/export-file.ts';
import { findProfile, listMailedLinks, listSessionsAfter } from './erase-account.queries.ts';
import { listNotes } from './user-administration.queries.ts';

export async function* exportAccount({ db }: Pick<Tx, 'db'>, userId: number): AsyncGenerator<ExportFile> {
  const profile = await findProfile(db, userId);
  if (profile) {
    const { passwordHash, deletedAt: _, claimedEmail, email, ...rest } = profile;
    const shown = { ...rest, email: claimedEmail ?? email, hasPassword: passwordHash !== null };
    yield jsonFile('profile.json', shown);
  }
  yield jsonFile('sessions.json', await listSessionsAfter(db, userId));
  yield jsonFile('mailed-links.json', await listMailedLinks(db, userId));
  const notes = await listNotes(db, userId);
  yield jsonFile(
    'notes-by-staff.json',
    notes.map(({ text, createdAt }) => ({ text, createdAt })),
  );
}
