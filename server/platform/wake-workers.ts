import type { PgBoss } from 'pg-boss';

type Boss = Pick<PgBoss, 'getDb' | 'notifyWorker'>;

export type Waker = {
  add(queue: string, workerId: string): void;
  stop(): Promise<void>;
};

const CHECK_MS = 2_000;

/**
 * Wakes the workers of every queue that has a due job. One query asks for all queues, because a hundred workers
 * that each ask for themselves keep an idle database busy.
 */
export function createWaker(boss: Boss, onError: (error: Error) => void): Waker {
  const workers = new Map<string, string[]>();
  let timer: NodeJS.Timeout | undefined;
  let asking: Promise<void> | undefined;

  const wake = async () => {
    for (const queue of await findDueQueues(boss, [...workers.keys()])) {
      for (const id of workers.get(queue) ?? []) boss.notifyWorker(id);
    }
  };
  const check = () => {
    asking ??= wake()
      .catch(onError)
      .finally(() => {
        asking = undefined;
      });
  };

  return {
    add(queue, workerId) {
      workers.set(queue, [...(workers.get(queue) ?? []), workerId]);
      timer ??= setInterval(check, CHECK_MS);
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
