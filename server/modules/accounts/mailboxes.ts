import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { prepareStatement } from '#server/platform/database/prepared-statements.ts';

function selectKey(db: Db, userId: number) {
  return db.selectFrom('users').select('mailboxKey').where('id', '=', userId);
}

export async function findMailboxKey(db: Db, userId: number): Promise<string> {
  const user = await selectKey(db, userId).executeTakeFirst();
  return user?.mailboxKey ?? `account ${userId}`;
}

/** Also for addresses without an account. */
export async function mailboxKeyOf(db: Db, email: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`select mailbox_key(${email}) as key`.execute(db);
  return rows[0]?.key ?? email;
}

const listLocked = prepareStatement((db, { userId, lock }: { userId: number; lock: string }) =>
  selectKey(db, userId).select(
    sql`pg_advisory_xact_lock(hashtextextended(${lock}::text || ':' || mailbox_key, 0))`.as('locked'),
  ),
);

/** Makes transactions of all accounts of one person wait for each other, and returns the key of their mailbox. */
export async function lockMailbox(db: Db, lock: string, userId: number): Promise<string> {
  const [user] = await listLocked(db, { userId, lock });
  return user?.mailboxKey ?? `account ${userId}`;
}

/** Returns whether mail to the address reaches the mailbox of the account, whatever its tags, dots and case. */
export async function isAddressOf(db: Db, userId: number, email: string): Promise<boolean> {
  return (await findMailboxKey(db, userId)) === (await mailboxKeyOf(db, email));
}

export async function isSameMailbox(db: Db, userId: number, otherId: number): Promise<boolean> {
  return (await findMailboxKey(db, userId)) === (await findMailboxKey(db, otherId));
}

/** The accounts of one person, as a part of other statements. */
export function accountsOfMailbox(db: Db, mailboxKey: string) {
  return db.selectFrom('users').select('users.id').where('users.mailboxKey', '=', mailboxKey);
}

/** All accounts with an address at this provider, as a part of other statements. */
export function accountsAtDomain(db: Db, domain: string) {
  return db
    .selectFrom('users')
    .select('users.id')
    .where(sql<string>`split_part(users.mailbox_key, '@', 2)`, '=', domain);
}

/** The network of a mailbox's first account, and the number of others that registered from it the day before. */
export async function findFirstSignup(db: Db, mailboxKey: string) {
  return db
    .selectFrom('users as first')
    .select([
      'first.createdAt',
      sql<number>`(
        select count(distinct earlier.mailbox_key)::integer from users earlier
        where earlier.signup_network = first.signup_network
          and earlier.created_at > first.created_at - interval '24 hours'
          and (earlier.created_at, earlier.id) < (first.created_at, first.id))`.as('earlierOnNetwork'),
    ])
    .where('first.mailboxKey', '=', mailboxKey)
    .orderBy('first.createdAt')
    .orderBy('first.id')
    .limit(1)
    .executeTakeFirst();
}
