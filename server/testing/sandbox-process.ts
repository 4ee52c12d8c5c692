// Tests that kill the sandbox run it in its own process: node sandbox-process.ts <database> <webhook>

import { createSandbox } from '#engines/card-sandbox/create-sandbox.ts';
import { connectDatabase } from '#server/platform/database/database.ts';
import { createLog } from '#server/platform/operations/log.ts';

const [, , databaseUrl = '', webhookUrl = ''] = process.argv;
const sandbox = await createSandbox({
  db: connectDatabase(databaseUrl, { maxConnections: 10 }),
  clock: { now: () => new Date() },
  log: createLog('error'),
  webhook: { url: webhookUrl, secret: 'whsec_test_secret' },
});
process.stdout.write(`${sandbox.port}\n`);
