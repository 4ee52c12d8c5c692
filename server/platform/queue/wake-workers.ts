import type { PgBoss } from 'pg-boss';

type Boss = Pick<PgBoss, 'getDb' | 'notifyWorker'>;

const CHECK_MS = 2_000;

/**
 * Wakes the workers of queues whose delayed jobs have become due, because only new jobs send a notification. One query asks
 * for all queues: two hundred workers that each ask for themselves keep an idle database busy.
 */
export function createWaker(boss: Boss, onError: (error: Error) => void) {
  const workers = new Map<string, string[]>();
  let asking: Promise<void> | undefined;
  const wake = async () => {
    for (const queue of await findDueQueues(boss, [...workers.keys()])) {
      for (const id of workers.get(queue) ?? []) boss.notifyWorker(id);
    }
  };
  const timer = setInterval(() => {
    asking ??= wake()
      .catch(onError)
      .finally(() => {
        asking = undefined;
      });
  }, CHECK_MS);
  return {
    add(queue: string, workerId: string) {
      workers.set(queue, [...(workers.get(queue) ?? []), workerId]);
    },
    async stop() {
      clearInterval(timer);
      await asking;
    },
  };
}

async function findDueQueues(boss: Boss, queues: string[]): Promise<string[]> {
  const { rows } = await boss.getDb().executeSql(
    `select queue from unnest($1::text[]) as queue where exists (
      select from pgboss.job
      where name = queue and state < 'active' and not blocked and start_after <= now())`,
    [queues],
  );
  return rows.map((row) => row.queue);
}
