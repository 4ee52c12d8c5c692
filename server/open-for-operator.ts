import type { Context } from './context.ts';
import { whyNotReady, whyNoUploads } from './modules/operations/readiness.ts';
import { readPoolUsage } from './platform/database/database.ts';
import { readDiskSpace } from './platform/operations/disk-space.ts';
import { createGauges } from './platform/operations/metrics.ts';
import { type OperatorPort, openOperatorPort } from './platform/operations/operator-port.ts';
import { readQueueDepths } from './platform/queue/queue.ts';

/** It stays open while the process drains, so that probes see the process alive but not ready. */
export async function openForOperator(context: Context): Promise<OperatorPort | undefined> {
  const { config, db, urgentDb, backgroundDb, queue } = context;
  if (!config.operatorPort) return undefined;
  const gauges = createGauges({
    readPools: () => ({
      main: readPoolUsage(db),
      urgent: readPoolUsage(urgentDb),
      background: readPoolUsage(backgroundDb),
    }),
    readQueues: () => readQueueDepths(db),
    countDeadLetters: async () => (await queue.listDeadLetters()).length,
    readDisk: () => readDiskSpace(config.dataDir),
  });
  return openOperatorPort(config.operatorPort, {
    gauges,
    probes: {
      '/readyz': () => whyNotReady(context),
      '/readyz/uploads': () => whyNoUploads(context),
    },
  });
}
