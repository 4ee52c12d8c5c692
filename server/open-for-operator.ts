import type { Context } from './context.ts';
import { readPoolUsage } from './platform/database.ts';
import { createGauges } from './platform/metrics.ts';
import { type OperatorPort, openOperatorPort } from './platform/operator-port.ts';
import { readQueueDepths } from './platform/queue.ts';

/** Close it first when the process stops: a load balancer then sends nothing more. */
export async function openForOperator({ config, db, queue }: Context): Promise<OperatorPort | undefined> {
  if (!config.operatorPort) return undefined;
  const gauges = createGauges({
    readPool: () => readPoolUsage(db),
    readQueues: () => readQueueDepths(db),
    countDeadLetters: async () => (await queue.listDeadLetters()).length,
  });
  const isReady = async () => {
    try {
      await db.selectNoFrom((eb) => eb.lit(1).as('alive')).execute();
      return true;
    } catch {
      return false;
    }
  };
  return openOperatorPort(config.operatorPort, { gauges, isReady });
}
