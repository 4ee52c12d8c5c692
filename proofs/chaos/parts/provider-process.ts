// The card provider, with its own database that no fault touches: node provider-process.ts <folder> <port> <webhook>

import { createSandbox } from '#engines/card-sandbox/create-sandbox.ts';
import { connectDatabase } from '#server/platform/database/database.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts';
import { migrateToLatest } from '#server/platform/database/migrate.ts';
import { createLog } from '#server/platform/operations/log.ts';

const [, , folder = '', port = '', webhookUrl = ''] = process.argv;
const postgres = await startEmbeddedPostgres({ folder, log: () => undefined });
const db = connectDatabase(postgres.url, { maxConnections: 10 });
await migrateToLatest(db);
await createSandbox({
  db,
  clock: { now: () => new Date() },
  log: createLog('error'),
  webhook: { url: webhookUrl, secret: 'whsec_chaos' },
  port: Number(port),
});
process.on('SIGTERM', async () => {
  await postgres.stop();
  process.exit(0);
});
