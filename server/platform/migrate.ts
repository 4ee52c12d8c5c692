import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';

/**
 * Returns the names of the migrations it ran. A database that a newer release has already migrated is left alone, so
 * that processes of this release can start during a rolling deployment.
 */
export async function migrateToLatest(
  db: Database,
  migrations: Record<string, Migration>,
  renamed: Record<string, string> = {},
): Promise<string[]> {
  const done = await listDone(db, renamed);
  if (Object.keys(migrations).every((name) => done.has(name))) return [];
  const migrator = new Migrator({
    db: db.withoutPlugins(),
    provider: { getMigrations: async () => withoutTimeLimit(migrations) },
    // Work that is merged later may bring a migration with an earlier number.
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    throw new Error(`Migration ${failed ?? ''} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
  return (results ?? []).map((result) => result.migrationName);
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

/** Building an index over millions of rows takes longer than any request may. */
function withoutTimeLimit(migrations: Record<string, Migration>): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, { up }]) => [
      name,
      {
        async up(db) {
          await sql`set local statement_timeout = 0`.execute(db);
          await up(db);
        },
      },
    ]),
  );
}
