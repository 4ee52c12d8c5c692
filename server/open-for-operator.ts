import type { Context } from './context.ts';
import { readPoolUsage } from './platform/database.ts';
import { createGauges } from './platform/metrics.ts';
import { type OperatorPort, openOperatorPort } from './platform/operator-port.ts';
import { readQueueDepths } from './platform/queue.ts';

/** It stays open while the process drains, so that probes see the process alive but not ready. */
export async function openForOperator({
  config,
  db,
  queue,
  drain,
}: Context): Promise<OperatorPort | undefined> {
  if (!config.operatorPort) return undefined;
  const gauges = createGauges({
    readPool: () => readPoolUsage(db),
    readQueues: () => readQueueDepths(db),
    countDeadLetters: async () => (await queue.listDeadLetters()).length,
  });
  const isReady = async () => {
    if (drain.isOn) return false;
    try {
      await db.selectNoFrom((eb) => eb.lit(1).as('alive')).execute();
      return true;
    } catch {
      return false;
    }
  };
  return openOperatorPort(config.operatorPort, { gauges, isReady });
}
