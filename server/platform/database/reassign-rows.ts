import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Gives every row that the schema keeps when a user is deleted to another user. A reference to users with `on delete
 * cascade` deletes the row with the person, `set null` removes the person from it, and any other reference keeps the row.
 */
export async function reassignRows(db: Db, fromUserId: number, toUserId: number): Promise<void> {
  const { rows } = await sql<{ name: string; columnName: string }>`
    select relation.relname as name, attribute.attname as column_name
    from pg_constraint reference
    join pg_class relation on relation.oid = reference.conrelid
    join pg_attribute attribute on attribute.attrelid = reference.conrelid
      and attribute.attnum = reference.conkey[1]
    where reference.contype = 'f' and reference.confrelid = 'users'::regclass
      and reference.confdeltype in ('a', 'r')
    order by relation.relname, attribute.attname`.execute(db);
  for (const { name, columnName } of rows) {
    const column = sql.raw(`"${columnName}"`);
    await sql`update ${sql.raw(`"${name}"`)} set ${column} = ${toUserId} where ${column} = ${fromUserId}`.execute(
      db,
    );
  }
}
