import type { UserNote } from '#contract/endpoints/user-administration.ts';
import { roleCan } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { actFor, readOf, refuseSelf } from './customer-access.ts';
import { listPeople } from './list-people.ts';
import { findNote, insertNote, listNotes, type NoteRow, removeNote } from './user-administration.queries.ts';
import { toWireNote } from './user-administration.wire.ts';

export async function listUserNotes(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  userId: number,
): Promise<UserNote[]> {
  // Nobody reads what colleagues noted about them.
  refuseSelf(actor, [userId]);
  await readOf({ db }, actor, { userId, part: 'notes' });
  const notes = await listNotes(db, userId);
  const people = await listPeople(
    db,
    notes.map((note) => note.authorId),
  );
  return notes.map((note) => toWireNote(note, people, mayDelete(actor, note)));
}

export async function addUserNote(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { userId, text }: { userId: number; text: string },
): Promise<UserNote> {
  await actFor({ db }, actor, userId);
  const note = await insertNote(db, { userId, authorId: actor.userId, text, createdAt: clock.now() });
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'user.add-note',
    subject: `user:${userId}`,
    after: { note: note.id, text },
  });
  return toWireNote(note, await listPeople(db, [actor.userId]), true);
}

export async function deleteUserNote({ db }: Pick<Tx, 'db'>, actor: Actor, noteId: number): Promise<void> {
  const note = await findNote(db, noteId);
  if (!note) throw new AppError('not_found');
  await actFor({ db }, actor, note.userId);
  if (!mayDelete(actor, note)) throw new AppError('forbidden');
  await removeNote(db, noteId);
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'user.delete-note',
    subject: `user:${note.userId}`,
    before: { note: noteId, text: note.text },
  });
}

function mayDelete(actor: Actor, note: Pick<NoteRow, 'authorId'>): boolean {
  return note.authorId === actor.userId || roleCan(actor.role, 'settings');
}
