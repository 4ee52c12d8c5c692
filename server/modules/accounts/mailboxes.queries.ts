import { sql } from 'kysely';
import { compileOnce } from '#server/platform/compile-once.ts';
import type { Db } from '#server/platform/database.ts';

const listKeyOf = compileOnce(
  (db, { userId }: { userId: number }) =>
    db.selectFrom('users').select('mailboxKey').where('id', '=', userId),
  { isQuick: true },
);

export async function findMailboxKey(db: Db, userId: number): Promise<string> {
  const [user] = await listKeyOf(db, { userId });
  return user?.mailboxKey ?? `account ${userId}`;
}

/** Tells whether mail to the address reaches the mailbox of the account, whatever its tags, dots and case. */
export async function isAddressOf(db: Db, userId: number, email: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('mailboxKey', '=', sql<string>`mailbox_key(${email})`)
    .executeTakeFirst();
  return user !== undefined;
}

export async function isSameMailbox(db: Db, userId: number, otherId: number): Promise<boolean> {
  return (await findMailboxKey(db, userId)) === (await findMailboxKey(db, otherId));
}
