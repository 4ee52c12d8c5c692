import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** A file of `server/schema`: the baseline of 1.0.0, or what a later release changed. */
export type SchemaFile = { name: string; text: string };

export const TOO_OLD =
  'This database belongs to a release before 1.0.0 and cannot be upgraded: go on using that release, or start this one with an empty database.';
const FOLDER = join(import.meta.dirname, '../../schema');
const LOCK = 4_817_231;
/** A deadlock, or a lock that calls hold for too long. */
const PASSING_FAILURES = new Set(['40P01', '55P03']);
/** PostgreSQL ends a call that waits in a deadlock after a second. A migration gives up before that. */
const LONGEST_LOCK_WAIT = '400ms';
const PAUSE_MS = 300;

/** In the order in which they run. */
export function readSchema(): SchemaFile[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));
  return files
    .toSorted()
    .map((name) => ({ name: basename(name, '.sql'), text: readFileSync(join(FOLDER, name), 'utf8') }));
}

/** Git may write other line ends on other systems. */
export function hashOf({ text }: SchemaFile): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex').slice(0, 16);
}

/**
 * Returns the names of the files it ran. A database that a newer release has already migrated is left alone, so that
 * processes of this release can start during a rolling deployment.
 */
export async function migrateToLatest(
  db: Database,
  /** `timeoutMs`: how long to wait for locks that calls of the running site hold. */
  { files = readSchema(), timeoutMs = 600_000 }: { files?: SchemaFile[]; timeoutMs?: number } = {},
): Promise<string[]> {
  const done = await listDone(db);
  const changed = files.find((file) => done.has(file.name) && done.get(file.name) !== hashOf(file));
  if (changed) throw new Error(`${changed.name}.sql is not the file that this database was made with.`);
  const deadlineMs = Date.now() + timeoutMs;
  const applied: string[] = [];
  for (const file of files.filter(({ name }) => !done.has(name))) {
    if (await runPatiently(db, file, deadlineMs)) applied.push(file.name);
  }
  return applied;
}

/** Names and hashes of the files that this database has run. */
async function listDone(db: Database): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ old: boolean; current: boolean }>`
    select to_regclass('kysely_migration') is not null as old,
      to_regclass('schema_migrations') is not null as current`.execute(db);
  if (tables[0]?.old) throw new Error(TOO_OLD);
  if (!tables[0]?.current) return new Map();
  const { rows } = await sql<{ name: string; hash: string }>`
    select name, hash from schema_migrations`.execute(db);
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

async function runPatiently(db: Database, file: SchemaFile, deadlineMs: number): Promise<boolean> {
  for (;;) {
    try {
      return await runOnce(db, file);
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (!PASSING_FAILURES.has(String(code)) || Date.now() > deadlineMs) {
        throw new Error(`Migration ${file.name} failed: ${message}`, { cause: error });
      }
    }
    await sleep(PAUSE_MS * (1 + Math.random()));
  }
}

/** Returns false if another process has run the file meanwhile. */
async function runOnce(db: Database, file: SchemaFile): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // Building an index over millions of rows takes longer than any request may, but waiting for a lock stops the site.
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    await sql.raw(`set local lock_timeout = '${LONGEST_LOCK_WAIT}'`).execute(tx);
    await sql`
      create table if not exists schema_migrations (
        name text primary key,
        hash text not null,
        applied_at timestamptz not null default now()
      )`.execute(tx);
    const { rows } = await sql`
      insert into schema_migrations (name, hash) values (${file.name}, ${hashOf(file)})
      on conflict do nothing returning name`.execute(tx);
    if (rows.length === 0) return false;
    await sql.raw(file.text).execute(tx);
    return true;
  });
}
