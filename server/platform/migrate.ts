import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';

export async function migrateToLatest(
  db: Database,
  migrations: Record<string, Migration>,
): Promise<string[]> {
  const migrator = new Migrator({
    db: db.withoutPlugins(),
    provider: { getMigrations: async () => withoutTimeLimit(migrations) },
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
