import type { PgBoss } from 'pg-boss';

type Boss = Pick<PgBoss, 'getDb' | 'notifyWorker'>;

const CHECK_MS = 2_000;

/**
 * Wakes the workers of every queue that has a due job. One query asks for all queues, because a hundred workers
 * that each ask for themselves keep an idle database busy.
 */
export function createWaker(boss: Boss, onError: (error: Error) => void) {
  const starts = new Map<string, (() => Promise<string[]>)[]>();
  const workers = new Map<string, string[]>();
  const starting = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let asking: Promise<void> | undefined;
  let isStopped = false;

  const startWaiting = (queue: string) => {
    if (isStopped) return;
    for (const start of starts.get(queue)?.splice(0) ?? []) {
      const started = start()
        .then((ids) => void workers.set(queue, [...(workers.get(queue) ?? []), ...ids]))
        .catch((error) => {
          starts.get(queue)?.push(start);
          onError(error);
        })
        .finally(() => starting.delete(started));
      starting.add(started);
    }
  };
  const wake = async () => {
    for (const queue of await findDueQueues(boss, [...starts.keys()])) {
      for (const id of workers.get(queue) ?? []) boss.notifyWorker(id);
      startWaiting(queue);
    }
  };
  const ask = () => {
    asking ??= wake()
      .catch(onError)
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  onNotification(boss, startWaiting);

  return {
    /** The workers of a queue start with its first job, because each of them asks for jobs when it starts. */
    add(queue: string, start: () => Promise<string[]>) {
      starts.set(queue, [...(starts.get(queue) ?? []), start]);
      timer ??= setInterval(ask, CHECK_MS);
    },
    /** Starts or wakes the workers of every queue that has a due job. */
    async check() {
      // A running query may not name the queues that were added since.
      await asking;
      await ask();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await asking;
      await Promise.all(starting);
    },
  };
}

/** The library notifies only workers that have started; this listener starts the others. */
function onNotification(boss: Boss, onJob: (queue: string) => void): void {
  const db = boss.getDb();
  const listen = db.listen?.bind(db);
  if (!listen) return;
  db.listen = (channel, onQueue, onReconnect) =>
    listen(
      channel,
      (queue) => {
        onJob(queue);
        onQueue(queue);
      },
      onReconnect,
    );
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
