import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Db } from '#server/platform/database/database.ts';
import { OutageError } from '#server/platform/http/errors.ts';
import { isDiskFull } from '#server/platform/operations/disk-space.ts';
import type { Log } from '#server/platform/operations/log.ts';
import type { QueueDepth } from '#server/platform/operations/metrics.ts';
import { createWaker } from './wake-workers.ts';

export type JobDefinition<Payload extends z.ZodType = z.ZodType> = {
  name: string;
  payload: Payload;
  /** A job that fails after this many retries becomes a dead letter. */
  retries: number;
  /** The delay before the first retry; each further delay is about twice as long. */
  retryDelaySeconds: number;
  expireSeconds: number;
  /** The number of jobs that one worker process runs at a time. */
  concurrency: number;
};

export type JobHandler<Payload extends z.ZodType> = (
  payload: z.output<Payload>,
  job: { id: string; signal: AbortSignal },
) => Promise<void>;

export type Job = {
  definition: JobDefinition;
  handler: JobHandler<z.ZodType>;
  cron?: string;
  atBoot?: boolean;
};

export type EnqueueOptions = {
  startAfterSeconds?: number;
  /** A second waiting job with the same name and key is not added, but it raises the priority of the first. */
  singletonKey?: string;
  /** Higher ones run first; 0 by default. */
  priority?: number;
};

export type DeadLetter = {
  id: string;
  name: string;
  payload: unknown;
  error: string;
  attempts: number;
  createdAt: Date;
  failedAt: Date;
};

export type Queue = Awaited<ReturnType<typeof createQueue>>;

const DEAD_LETTERS = 'dead-letters';
const ONE_YEAR_SECONDS = 365 * 24 * 3600;
const NEVER_DELETE_WHILE_WAITING = { retentionSeconds: ONE_YEAR_SECONDS };
const UNDER_WAY: ReadonlySet<string> = new Set(['created', 'retry', 'active']);
/** A notification or the waker wakes the workers of a queue, so their own polling is only a safeguard. */
const SLOW_POLLING = { pollingIntervalSeconds: 30, notifyPollingIntervalSeconds: 30 };
/** A job that met an outage of the storage or the card provider starts again after this time, as often as it takes. */
const OUTAGE_DELAY_SECONDS = 15;
/** After this time the job of a dead worker is given to another. */
const HEARTBEAT_SECONDS = 30;

export function defineJob<P extends z.ZodType>(
  definition: Pick<JobDefinition<P>, 'name' | 'payload'> & Partial<JobDefinition<P>>,
): JobDefinition<P> {
  return { retries: 8, retryDelaySeconds: 2, expireSeconds: 300, concurrency: 2, ...definition };
}

export function onJob<P extends z.ZodType>(
  definition: JobDefinition<P>,
  handler: JobHandler<P>,
  options: { cron?: string; atBoot?: boolean } = {},
): Job {
  return { definition, handler: handler as JobHandler<z.ZodType>, ...options };
}

export async function createQueue(
  databaseUrl: string,
  log: Log,
  { name = 'encore queue' }: { name?: string } = {},
) {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: name,
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds: HEARTBEAT_SECONDS,
    monitorIntervalSeconds: HEARTBEAT_SECONDS,
  });
  let isStopping = false;
  const reportError = ({ message, stack }: Error) => {
    // Only the message and stack are logged, because the error object contains the whole connection.
    if (!isStopping) log.error({ err: { message, stack } }, 'queue error');
  };
  boss.on('error', reportError);
  const waker = createWaker(boss, reportError);
  await boss.start();
  await ensureQueue(boss, DEAD_LETTERS, { ...NEVER_DELETE_WHILE_WAITING });

  return {
    async enqueue<P extends z.ZodType>(
      db: Db,
      job: JobDefinition<P>,
      payload: z.input<P>,
      options: EnqueueOptions = {},
    ): Promise<void> {
      const { startAfterSeconds, singletonKey = randomUUID(), ...rest } = options;
      const data = job.payload.parse(payload) as object;
      const send = () =>
        boss.send(job.name, data, {
          ...rest,
          singletonKey,
          ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
          ...withinTransaction(db),
        });
      if ((await send()) || rest.priority === undefined) return;
      // The waiting job may have started in between. It does not see this transaction, so another one is added.
      if (!(await raisePriority(db, job.name, singletonKey, rest.priority))) await send();
    },
    /**
     * Replaces the payload of a running job, so that a retry continues there. Returns false if the payload is no longer
     * `from`, because another run of the job has gone on.
     */
    async saveProgress<P extends z.ZodType>(
      db: Db,
      job: JobDefinition<P>,
      { id, from, to }: { id: string; from: z.input<P>; to: z.input<P> },
    ): Promise<boolean> {
      const [before, after] = [from, to].map((payload) => JSON.stringify(job.payload.parse(payload)));
      const { rows } = await sql`
        update pgboss.job set data = ${after}::jsonb
        where name = ${job.name} and id = ${id} and data = ${before}::jsonb returning id`.execute(db);
      return rows.length > 0;
    },
    /** True while a job with this key, or with these fields in its payload, is waiting, running or about to be retried. */
    async isUnderWay(job: JobDefinition, find: { key: string } | { data: object }): Promise<boolean> {
      const jobs = await boss.findJobs(job.name, find);
      return jobs.some(({ state }) => UNDER_WAY.has(state));
    },
    /** Returns the singleton keys whose jobs are waiting or running. */
    async listUnderWay(job: JobDefinition, keys: readonly string[]): Promise<string[]> {
      const { rows } = await boss
        .getDb()
        .executeSql(
          'select singleton_key from pgboss.job where name = $1 and singleton_key = any($2) and state::text = any($3)',
          [job.name, keys, [...UNDER_WAY]],
        );
      return rows.map((row: { singleton_key: string }) => row.singleton_key);
    },
    async listDeadLetters(): Promise<DeadLetter[]> {
      const letters = await boss.findJobs(DEAD_LETTERS);
      return letters.map(toDeadLetter).sort((a, b) => b.failedAt.getTime() - a.failedAt.getTime());
    },
    async findDeadLetter(id: string): Promise<DeadLetter | undefined> {
      const [letter] = await boss.findJobs(DEAD_LETTERS, { id });
      return letter && toDeadLetter(letter);
    },
    /** Returns true for exactly one of several concurrent callers. */
    async retryDeadLetter(id: string, db?: Db): Promise<boolean> {
      return (await boss.redrive(DEAD_LETTERS, { ids: [id], ...withinTransaction(db) })) > 0;
    },
    async discardDeadLetter(id: string, db?: Db): Promise<boolean> {
      // The library's types omit the return value.
      const answer: { affected?: number } = await boss.deleteJob(DEAD_LETTERS, id, withinTransaction(db));
      return (answer.affected ?? 0) > 0;
    },
    /** Registers queues and schedules. */
    async prepare(jobs: Job[]): Promise<void> {
      for (const { definition, cron } of jobs) {
        await ensureQueue(boss, definition.name, {
          ...NEVER_DELETE_WHILE_WAITING,
          policy: 'short',
          retryLimit: definition.retries,
          retryDelay: definition.retryDelaySeconds,
          retryBackoff: true,
          retryDelayMax: 3600,
          expireInSeconds: definition.expireSeconds,
          heartbeatSeconds: HEARTBEAT_SECONDS,
          deadLetter: DEAD_LETTERS,
          notify: true,
        });
        if (cron) await boss.schedule(definition.name, cron, {});
      }
    },
    /** Ends the schedules of jobs that a release before this one had: nobody would work on them. */
    async endOtherSchedules(jobs: Job[]): Promise<void> {
      const known = new Set(jobs.map(({ definition }) => definition.name));
      for (const { name } of await boss.getSchedules()) {
        if (known.has(name)) continue;
        await boss.unschedule(name);
        await boss.deleteQueuedJobs(name);
      }
    },
    async startWorkers(jobs: Job[]): Promise<void> {
      for (const job of jobs) {
        // Several processes that start together run it once.
        if (job.atBoot) await boss.send(job.definition.name, {}, { singletonKey: 'boot' });
        const { name, concurrency } = job.definition;
        for (let worker = 1; worker <= concurrency; worker += 1)
          waker.add(name, await startWorker(boss, job));
      }
    },
    async stop(): Promise<void> {
      isStopping = true;
      await waker.stop();
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

export async function readQueueDepths(db: Db): Promise<QueueDepth[]> {
  const { rows } = await sql<QueueDepth>`
    select name, count(*)::integer as waiting, extract(epoch from now() - min(start_after))::float as "oldestSeconds"
    from pgboss.job where state in ('created', 'retry') and start_after <= now() and name <> ${DEAD_LETTERS}
    group by name`.execute(db);
  return rows;
}

/** Locks the waiting job until the transaction ends, so that it cannot begin before the transaction is visible. */
async function raisePriority(db: Db, name: string, singletonKey: string, priority: number): Promise<boolean> {
  const { rows } = await sql`
    update pgboss.job set priority = greatest(priority, ${priority}::integer)
    where name = ${name} and singleton_key = ${singletonKey} and state = 'created' returning id`.execute(db);
  return rows.length > 0;
}

/** Uses snake_case columns, so the camel-case plugin must be off. */
function withinTransaction(db: Db | undefined) {
  return db ? { db: fromKysely(db.withoutPlugins()) } : {};
}

type StoredLetter = Awaited<ReturnType<PgBoss['findJobs']>>[number];

function toDeadLetter(letter: StoredLetter): DeadLetter {
  return {
    id: letter.id,
    name: letter.sourceName ?? letter.name,
    payload: letter.data,
    error: describeFailure(letter.sourceOutput),
    attempts: (letter.sourceRetryCount ?? 0) + 1,
    createdAt: letter.sourceCreatedOn ?? letter.createdOn,
    failedAt: letter.createdOn,
  };
}

async function startWorker(boss: PgBoss, { definition, handler }: Job): Promise<string> {
  let workerId = '';
  const options = { batchSize: 1, includeMetadata: true, ...SLOW_POLLING } as const;
  workerId = await boss.work(definition.name, options, async ([job]) => {
    if (!job) return;
    // There may be more jobs, so the worker fetches again without waiting for the next poll.
    boss.notifyWorker(workerId);
    const payload = definition.payload.parse(job.data ?? {});
    try {
      await handler(payload, { id: job.id, signal: job.signal });
    } catch (error) {
      if (!(error instanceof OutageError || isDiskFull(error))) throw error;
      await startLater(boss, job);
    }
  });
  return workerId;
}

/** Another job takes the place of this one, because each retry would bring this one closer to the dead letters. */
async function startLater(boss: PgBoss, { name, data, priority, singletonKey }: JobWithMetadata<unknown>) {
  await boss.send(name, data as object, {
    priority,
    ...(singletonKey ? { singletonKey } : {}),
    startAfter: OUTAGE_DELAY_SECONDS,
  });
}

type QueueSettings = NonNullable<Parameters<PgBoss['createQueue']>[1]>;

/** `createQueue` does not change an existing queue, so the update applies changed settings. */
async function ensureQueue(boss: PgBoss, name: string, settings: QueueSettings): Promise<void> {
  const { policy: _fixedAtCreation, ...changeable } = settings;
  if (await boss.getQueue(name)) await boss.updateQueue(name, changeable);
  else await boss.createQueue(name, settings);
}

function describeFailure(output: unknown): string {
  const message = (output as { message?: unknown } | null)?.message;
  return typeof message === 'string'
    ? message.slice(0, 2_000)
    : JSON.stringify(output ?? null).slice(0, 2_000);
}
