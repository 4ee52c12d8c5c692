// Measures processor time per call and per frame and computes what a weekend needs: npm run bench:capacity > docs/capacity.md
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '#server/migrations/migrations.ts';
import { connectDatabase } from '#server/platform/database.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { migrateToLatest } from '#server/platform/migrate.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { measureCosts } from './capacity/measure.ts';
import { describeCapacity } from './capacity/report.ts';

const folder = mkdtempSync(join(tmpdir(), 'encore-capacity-'));
chmodSync(folder, 0o755);
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => undefined });
const db = connectDatabase(postgres.url, { maxConnections: 4 });
await migrateToLatest(db, migrations);
const server = startServerProcess({
  DATA_DIR: join(folder, 'data'),
  DATABASE_URL: postgres.url,
  SEED: 'demo-small',
  FACES: 'on',
  TRUST_PROXY: '1',
});
try {
  const address = await server.address;
  const measured = await measureCosts({
    address,
    db,
    shopPid: server.pid ?? 0,
    databasePid: postgres.pid,
    countBytes: () => sumBytes(join(folder, 'data')),
  });
  console.log(describeCapacity(measured));
} finally {
  server.kill('SIGTERM');
  await server.ended;
  await db.destroy();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Adds up the bytes of all thumbs and previews on the disk. */
function sumBytes(root: string): number {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /thumb|preview/.test(join(entry.parentPath, entry.name)))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
