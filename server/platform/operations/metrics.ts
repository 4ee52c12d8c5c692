import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DiskSpace } from './disk-space.ts';

/** One registry per process: Prometheus asks each process for its own totals. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry, prefix: 'encore_' });
// The library also gives these gauges, by kind, without the ending that belongs to counters.
for (const kind of ['handles', 'requests', 'resources']) {
  registry.removeSingleMetric(`encore_nodejs_active_${kind}_total`);
}

const registers = [registry];

export const httpSeconds = new Histogram({
  name: 'encore_http_request_seconds',
  help: 'Time to answer a request',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

export const jobSeconds = new Histogram({
  name: 'encore_job_seconds',
  help: 'Time to run a job, such as ingest.process-image or the work on faces',
  labelNames: ['job', 'outcome'] as const,
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
  registers,
});

export const paymentsTotal = new Counter({
  name: 'encore_payments_total',
  help: 'Payments by the state they reached',
  labelNames: ['state'] as const,
  registers,
});

export const cardCalls = new Counter({
  name: 'encore_card_calls_total',
  help: 'Calls to the card provider, by whether it gave a clear answer',
  labelNames: ['outcome'] as const,
  registers,
});

export type PoolUsage = { total: number; idle: number; waiting: number };
export type QueueDepth = { name: string; waiting: number; oldestSeconds: number };

type Sources = {
  readPools(): Record<string, PoolUsage>;
  readQueues(): Promise<QueueDepth[]>;
  countDeadLetters(): Promise<number>;
  readDisk(): Promise<DiskSpace>;
};

/** Totals that are read when Prometheus asks for them. */
export function createGauges({ readPools, readQueues, countDeadLetters, readDisk }: Sources): Registry {
  const gauges = new Registry();
  const add = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    collect: (gauge: Gauge<Label>) => void | Promise<void>,
  ) => {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [gauges],
      collect() {
        return collect(this);
      },
    });
  };
  const connections = 'Database connections of this process, and calls that wait for one';
  add('encore_database_connections', connections, ['pool', 'state'], (gauge) => {
    for (const [pool, usage] of Object.entries(readPools()))
      for (const [state, count] of Object.entries(usage)) gauge.set({ pool, state }, count);
  });
  const addQueues = (name: string, help: string, read: (depth: QueueDepth) => number) =>
    add(name, help, ['job'], async (gauge) => {
      gauge.reset();
      for (const depth of await readQueues()) gauge.set({ job: depth.name }, read(depth));
    });
  const oldest = 'How long the oldest job that is due has waited';
  addQueues('encore_queue_oldest_seconds', oldest, ({ oldestSeconds }) => oldestSeconds);
  addQueues('encore_queue_waiting', 'Jobs that are due and wait for a worker', ({ waiting }) => waiting);
  const addNumber = (name: string, help: string, read: () => Promise<number>) =>
    add(name, help, [], async (gauge) => gauge.set(await read()));
  addNumber('encore_dead_letters', 'Jobs that ran out of retries', countDeadLetters);
  const free = 'Space that is left on the disk of DATA_DIR';
  addNumber('encore_disk_free_bytes', free, async () => (await readDisk()).freeBytes);
  const size = 'Size of the disk of DATA_DIR';
  addNumber('encore_disk_size_bytes', size, async () => (await readDisk()).sizeBytes);
  return gauges;
}
