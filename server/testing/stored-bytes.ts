import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestApp } from './test-app.ts';

/** Every row of every table, including the queue's, as text with bytes in hexadecimal; one text per table. */
export async function dumpTables({ context }: TestApp): Promise<Map<string, string>> {
  const db = context.db.withoutPlugins();
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
  const dumps = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await sql<{ line: string }>`select t::text as line from ${sql.raw(name)} t`.execute(db);
    dumps.set(name, rows.map(({ line }) => line).join('\n'));
  }
  return dumps;
}

/** Lists the tables and files that hold one of the writings, as `place: writing`; letters in any case. */
export async function findStored(testApp: TestApp, writings: Record<string, string | Buffer>) {
  const places = new Map<string, Buffer>();
  for (const [table, text] of await dumpTables(testApp)) places.set(table, Buffer.from(text.toLowerCase()));
  const { dataDir } = testApp.context.config;
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const path = join(parentPath, name);
    places.set(path.slice(dataDir.length), await readFile(path));
  }
  const found: string[] = [];
  for (const [place, content] of places) {
    for (const [name, writing] of Object.entries(writings)) {
      const bytes = typeof writing === 'string' ? Buffer.from(writing.toLowerCase()) : writing;
      if (content.includes(bytes)) found.push(`${place}: ${name}`);
    }
  }
  return found.sort();
}
