import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { type ExportFile, jsonFile } from './export-file.ts';

/** Tables that a module exports in its own words, and those that only hold secrets. */
const TOLD_ELSEWHERE = new Set([
  'album_invites',
  'data_exports',
  'deletion_codes',
  'favorites',
  'link_tokens',
  'live_events',
  'notification_messages',
  'notifications',
  'push_subscriptions',
  'sessions',
  'team_subscriptions',
  'unsubscribe_links',
  'user_athletes',
  'user_found_albums',
  'user_notes',
  'user_notification_settings',
]);
const ROWS_PER_FILE = 500;

/**
 * Every other row that is deleted with the user or forgets them then, so that a new table is never forgotten. Bytes are left
 * out: they are hashes and encrypted secrets.
 */
export async function* exportRest({ db }: { db: Db }, userId: number): AsyncGenerator<ExportFile> {
  const { rows: references } = await sql<{ name: string; columnName: string; bytes: string[] }>`
    select relation.relname as name, attribute.attname as column_name, array(
      select attname::text from pg_attribute where attrelid = relation.oid and atttypid = 'bytea'::regtype) as bytes
    from pg_constraint reference
    join pg_class relation on relation.oid = reference.conrelid
    join pg_attribute attribute on attribute.attrelid = reference.conrelid
      and attribute.attnum = reference.conkey[1]
    where reference.contype = 'f' and reference.confrelid = 'users'::regclass
      and (reference.confdeltype = 'c' or (reference.confdeltype = 'n' and attribute.attname = 'user_id'))
    order by relation.relname, attribute.attname`.execute(db);
  for (const { name, columnName, bytes } of references) {
    if (TOLD_ELSEWHERE.has(name)) continue;
    for (let part = 1; ; part++) {
      const { rows } = await sql<{ row: object }>`
        select to_jsonb(t) - ${bytes}::text[] as row from ${sql.raw(`"${name}"`)} t
        where ${sql.raw(`"${columnName}"`)} = ${userId}
        order by ctid limit ${ROWS_PER_FILE} offset ${(part - 1) * ROWS_PER_FILE}`.execute(db);
      if (rows.length === 0) break;
      const content = rows.map(({ row }) => row);
      yield jsonFile(`other/${name.replaceAll('_', '-')}${part === 1 ? '' : `-${part}`}.json`, content);
      if (rows.length < ROWS_PER_FILE) break;
    }
  }
}
