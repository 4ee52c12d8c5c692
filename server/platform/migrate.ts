import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';

/** A deadlock, a lock that calls hold for too long, or another process that migrates for longer than a statement may take. */
const PASSING_FAILURES = new Set(['40P01', '55P03', '57014']);
/** PostgreSQL ends a call that waits in a deadlock after a second. A migration gives up before that. */
const LONGEST_LOCK_WAIT = '400ms';
const PAUSE_MS = 300;

type MigrateOptions = {
  /** Old names to new names. */
  renamed?: Record<string, string>;
  /** Tables to lock before a migration begins, by its name. */
  lockedFirst?: Record<string, readonly string[]>;
  /** How long to wait for locks that calls of the running site hold. */
  timeoutMs?: number;
};

/**
 * Returns the names of the migrations it ran. A database that a newer release has already migrated is left alone, so
 * that processes of this release can start during a rolling deployment.
 */
export async function migrateToLatest(
  db: Database,
  migrations: Record<string, Migration>,
  { renamed = {}, lockedFirst = {}, timeoutMs = 600_000 }: MigrateOptions = {},
): Promise<string[]> {
  const done = await listDone(db, renamed);
  const isDone = () => Object.keys(migrations).every((name) => done.has(name));
  if (isDone()) return [];
  const migrator = new Migrator({
    db: db.withoutPlugins(),
    provider: { getMigrations: async () => withLimits(migrations, lockedFirst) },
    // Work that is merged later may bring a migration with an earlier number.
    allowUnorderedMigrations: true,
  });
  // Nobody uses an empty database yet. In another one each migration has a transaction of its own, which holds few locks.
  if (done.size === 0) return namesOf(await migrator.migrateToLatest());
  const applied: string[] = [];
  const deadline = Date.now() + timeoutMs;
  while (!isDone()) {
    const outcome = await migrator.migrateUp();
    if (isPassing(outcome.error) && Date.now() < deadline) {
      await sleep(PAUSE_MS * (1 + Math.random()));
      continue;
    }
    const names = namesOf(outcome);
    applied.push(...names);
    // Another process may have run the rest.
    if (names.length === 0) break;
    for (const name of names) done.add(name);
  }
  return applied;
}

function isPassing(error: unknown): boolean {
  return PASSING_FAILURES.has(String((error as { code?: unknown } | undefined)?.code));
}

function namesOf({ error, results = [] }: MigrationResultSet): string[] {
  if (!error) return results.map((result) => result.migrationName);
  const failed = results.find((result) => result.status === 'Error')?.migrationName;
  throw new Error(`Migration ${failed ?? ''} failed: ${error instanceof Error ? error.message : error}`, {
    cause: error,
  });
}

/** The migrations that this database has had, under their present names. */
async function listDone(db: Database, renamed: Record<string, string>): Promise<Set<string>> {
  const { rows: tables } = await sql`select where to_regclass('kysely_migration') is not null`.execute(db);
  if (tables.length === 0) return new Set();
  for (const [oldName, name] of Object.entries(renamed)) {
    await sql`update kysely_migration set name = ${name} where name = ${oldName}`.execute(db);
  }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Building an index over millions of rows takes longer than any request may, but waiting for a lock stops the site. */
function withLimits(
  migrations: Record<string, Migration>,
  lockedFirst: Record<string, readonly string[]>,
): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, { up }]) => [
      name,
      {
        async up(db) {
          await sql`set local statement_timeout = 0`.execute(db);
          await sql.raw(`set local lock_timeout = '${LONGEST_LOCK_WAIT}'`).execute(db);
          for (const table of lockedFirst[name] ?? []) {
            await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(db);
          }
          await up(db);
        },
      },
    ]),
  );
}
