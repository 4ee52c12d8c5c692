// Writes server/platform/database/database.gen.ts from a newly migrated database; --check fails if the file is stale.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '#server/platform/database/database.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts';
import { migrateToLatest } from '#server/platform/database/migrate.ts';

// Timestamps are read as PostgreSQL's UTC text (see timestamps.ts) and written as a Date.
const timestamp = 'ColumnType<string, Date | string, Date | string>';
const target = 'server/platform/database/database.gen.ts';
const check = process.argv.includes('--check');
const folder = mkdtempSync(join(tmpdir(), 'encore-types-'));
// When we run as root, the database runs as another user that must be able to read the folder.
chmodSync(folder, 0o755);
const output = check ? join(folder, 'database.gen.ts') : target;
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => undefined });
try {
  const db = connectDatabase(postgres.url, { maxConnections: 2 });
  await migrateToLatest(db);
  await db.destroy();
  execFileSync('node_modules/.bin/kysely-codegen', [
    ...['--dialect', 'postgres', '--camel-case', '--url', postgres.url, '--out-file', output],
    ...['--exclude-pattern', '{public.schema_migrations,pgboss.*}', '--no-domains', '--log-level', 'error'],
    ...[
      '--type-mapping',
      JSON.stringify({
        timestamptz: timestamp,
        date: 'string',
        int8: 'number',
        citext: 'string',
      }),
    ],
  ]);
} finally {
  await postgres.stop();
}
const fresh = readFileSync(output, 'utf8');
const stale = check && fresh !== readFileSync(target, 'utf8');
rmSync(folder, { recursive: true, force: true });
if (stale) {
  console.error(`${target} is stale: run npm run database-types`);
  process.exit(1);
}
console.log(check ? `${target} is up to date` : `wrote ${target}`);
