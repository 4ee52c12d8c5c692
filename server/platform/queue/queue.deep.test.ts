import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allJobs } from '#server/jobs.ts';
import { createLog } from '#server/platform/operations/log.ts';
import { StorageLostError } from '#server/platform/storage/storage.ts';
import { eventually } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { createQueue, defineJob, type JobDefinition, onJob } from './queue.ts';

const testApp = startTestApp();
const payload = z.object({ n: z.int() });

/** Each test has its own job, which records its payloads. */
async function startRecorder(settings: Partial<JobDefinition<typeof payload>> & { name: string }) {
  const ran: number[] = [];
  const fails = new Map<number, number>();
  const definition = defineJob({ retryDelaySeconds: 1, ...settings, payload });
  const job = onJob(definition, async ({ n }) => {
    ran.push(n);
    const left = fails.get(n) ?? 0;
    fails.set(n, left - 1);
    if (left > 0) throw new Error(`number ${n} fails`);
  });
  await testApp.context.queue.prepare([job]);
  const start = () => testApp.context.queue.startWorkers([job]);
  return { definition, ran, fails, start };
}

async function statesOf(name: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state::text from pgboss.job where name = ${name} order by created_on`.execute(testApp.context.db);
  return rows.map((row) => row.state);
}

/** The job that waits is due at once, and the test does not wait for its time. */
const makeDue = (name: string, state: 'created' | 'retry') =>
  sql`update pgboss.job set start_after = now() where name = ${name} and state = ${state}::pgboss.job_state`.execute(
    testApp.context.db,
  );

const hasRun = (ran: number[], n: number) =>
  eventually(async () => (ran.includes(n) ? true : undefined), `job ${n}`);

test('a job of the start runs once, however many processes start together', async () => {
  const definition = defineJob({ name: 'test.at-boot', payload: z.object({}), concurrency: 1 });
  let runs = 0;
  const job = onJob(
    definition,
    async () => {
      runs += 1;
    },
    { atBoot: true },
  );
  const { queue } = testApp.context;
  await queue.prepare([job]);
  const others = await createQueue(testApp.url, createLog('silent'));
  try {
    await Promise.all([queue.startWorkers([job]), others.startWorkers([job])]);
    await eventually(async () => (runs > 0 ? true : undefined), 'the job of the start');
    expect((await statesOf(definition.name)).length).toBeLessThanOrEqual(2);
  } finally {
    await others.stop();
  }
});

describe('a queued job', () => {
  test('runs when its transaction commits, and never when it rolls back', async () => {
    const { queue, db } = testApp.context;
    const { definition, ran, start } = await startRecorder({ name: 'test.transactional' });
    await start();
    const rolledBack = db.transaction().execute(async (tx) => {
      await queue.enqueue(tx, definition, { n: 1 });
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    await db.transaction().execute(async (tx) => {
      await queue.enqueue(tx, definition, { n: 2 });
      expect(await statesOf(definition.name)).toEqual([]);
    });
    await hasRun(ran, 2);
    expect(ran).toEqual([2]);
    expect(await statesOf(definition.name)).toHaveLength(1);
  });

  test('is refused at once if its payload is invalid', async () => {
    const { queue, db } = testApp.context;
    const { definition } = await startRecorder({ name: 'test.payload' });
    await expect(queue.enqueue(db, definition, { n: 'one' } as never)).rejects.toThrow(/expected number/);
    expect(await statesOf(definition.name)).toEqual([]);
  });

  test('does not wait for the next poll when many were queued together', async () => {
    const { queue, db } = testApp.context;
    const { definition, ran, start } = await startRecorder({ name: 'test.backlog' });
    await start();
    const many = Array.from({ length: 30 }, (_, n) => n);
    await db.transaction().execute(async (tx) => {
      for (const n of many) await queue.enqueue(tx, definition, { n });
    });
    await eventually(async () => (ran.length >= many.length ? true : undefined), 'all of them');
    expect(ran.toSorted((a, b) => a - b)).toEqual(many);
  });

  test('that was delayed runs when it is due', async () => {
    const { queue, db } = testApp.context;
    const { definition, ran, start } = await startRecorder({ name: 'test.delayed' });
    await start();
    await queue.enqueue(db, definition, { n: 1 }, { startAfterSeconds: 3600 });
    await queue.enqueue(db, definition, { n: 2 });
    await hasRun(ran, 2);
    expect(ran).toEqual([2]);
    await makeDue(definition.name, 'created');
    await hasRun(ran, 1);
  });

  test('with the key of a waiting job is not added', async () => {
    const { queue, db } = testApp.context;
    const { definition, ran, start } = await startRecorder({ name: 'test.singleton' });
    await queue.enqueue(db, definition, { n: 1 }, { singletonKey: 'album-7' });
    await queue.enqueue(db, definition, { n: 2 }, { singletonKey: 'album-7' });
    await queue.enqueue(db, definition, { n: 3 }, { singletonKey: 'album-8' });
    await queue.enqueue(db, definition, { n: 4 });
    await queue.enqueue(db, definition, { n: 5 });
    await start();
    await hasRun(ran, 5);
    await queue.enqueue(db, definition, { n: 6 }, { singletonKey: 'album-7' });
    await hasRun(ran, 6);
    expect(ran.toSorted()).toEqual([1, 3, 4, 5, 6]);
  });

  test('that fails is retried with growing delays until it succeeds', async () => {
    const { queue, db } = testApp.context;
    const { definition, ran, fails, start } = await startRecorder({
      name: 'test.retry',
      retries: 2,
      retryDelaySeconds: 60,
    });
    fails.set(1, 1);
    await start();
    await queue.enqueue(db, definition, { n: 1 });
    await hasRun(ran, 1);
    const waiting = await eventually(async () => {
      const { rows } = await sql<{ wait: number; backoff: boolean }>`
        select extract(epoch from start_after - started_on)::float as wait, retry_backoff as backoff
        from pgboss.job where name = ${definition.name} and state = 'retry'`.execute(db);
      return rows[0];
    }, 'a job that waits for its second try');
    expect(waiting.backoff).toBe(true);
    expect(waiting.wait).toBeGreaterThanOrEqual(60);
    await makeDue(definition.name, 'retry');
    await eventually(
      async () => ((await statesOf(definition.name))[0] === 'completed' ? true : undefined),
      'success',
    );
    expect(ran).toEqual([1, 1]);
    expect(await queue.listDeadLetters()).toEqual([]);
  });

  test('that met an outage of the storage waits as often as it takes and becomes no dead letter', async () => {
    const { queue, db } = testApp.context;
    const definition = defineJob({ name: 'test.outage', payload: z.object({ n: z.number() }), retries: 0 });
    const ran: number[] = [];
    const job = onJob(definition, async ({ n }) => {
      ran.push(n);
      if (ran.length < 3) throw new StorageLostError('no answer');
    });
    await queue.prepare([job]);
    await queue.startWorkers([job]);
    await queue.enqueue(db, definition, { n: 7 }, { singletonKey: 'photo-7', priority: 3 });
    for (const runs of [1, 2, 3]) {
      await eventually(async () => (ran.length === runs ? true : undefined), `run ${runs}`);
      // The next one is due in a while; the test does not wait for it.
      await eventually(async () => {
        const { rows } = await sql`
          update pgboss.job set start_after = now() where name = ${definition.name} and state = 'created'
            and priority = 3 and singleton_key = 'photo-7' returning id`.execute(db);
        return rows.length > 0 || runs === 3 ? true : undefined;
      }, 'the job that follows');
    }
    expect(ran).toEqual([7, 7, 7]);
    await eventually(
      async () =>
        (await statesOf(definition.name)).every((state) => state === 'completed') ? true : undefined,
      'success',
    );
    expect(await queue.listDeadLetters()).toEqual([]);
  });

  test('of a worker that was killed is given to another', async () => {
    const { queue, db } = testApp.context;
    const { definition, ran, start } = await startRecorder({ name: 'test.killed' });
    const script = `
      import { createQueue, defineJob, onJob } from ${JSON.stringify(new URL('./queue.ts', import.meta.url).href)};
      import { createLog } from ${JSON.stringify(new URL('../operations/log.ts', import.meta.url).href)};
      import { z } from 'zod';
      const queue = await createQueue(${JSON.stringify(testApp.url)}, createLog('silent'));
      const definition = defineJob({ name: ${JSON.stringify(definition.name)}, payload: z.object({ n: z.int() }) });
      await queue.startWorkers([onJob(definition, () => {
        process.stdout.write('started\\n');
        return new Promise(() => setInterval(() => {}, 60_000));
      })]);
    `;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await queue.enqueue(db, definition, { n: 1 });
    await once(createInterface(child.stdout), 'line');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await statesOf(definition.name)).toEqual(['active']);
    await sql`update pgboss.job set started_on = started_on - interval '1 day', heartbeat_on = heartbeat_on - interval '1 day'
      where name = ${definition.name}`.execute(db);

    await start();
    // The queue's supervisor runs only every 30 seconds, so this test triggers it.
    const supervisor = new PgBoss({
      connectionString: testApp.url,
      schedule: false,
      superviseIntervalSeconds: 1,
      monitorIntervalSeconds: 1,
    });
    supervisor.on('error', () => undefined);
    await supervisor.start();
    await hasRun(ran, 1);
    await supervisor.stop();
    await eventually(
      async () => ((await statesOf(definition.name))[0] === 'completed' ? true : undefined),
      'success',
    );
  });
});

test('schedules are registered before the workers start', async () => {
  const { queue, db } = testApp.context;
  await queue.prepare(allJobs(testApp.context));
  const { rows } = await sql<{ name: string; cron: string }>`
    select name, cron from pgboss.schedule`.execute(db);
  expect(rows).toContainEqual({ name: 'accounts.sweep', cron: '17 * * * *' });
});

test('a schedule that an earlier release left ends with the jobs that wait for it', async () => {
  const { db, queue } = testApp.context;
  const definition = defineJob({ name: 'test.former', payload: z.object({}) });
  await queue.prepare([onJob(definition, async () => undefined, { cron: '* * * * *' })]);
  await queue.enqueue(db, definition, {});
  await queue.prepare(allJobs(testApp.context));
  await queue.endOtherSchedules(allJobs(testApp.context));
  const { rows } = await sql<{ name: string }>`select name from pgboss.schedule`.execute(db);
  const names = rows.map(({ name }) => name);
  expect(names).toContain('accounts.sweep');
  expect(names).not.toContain('test.former');
  expect(await statesOf('test.former')).toEqual([]);
});

test('changed settings apply to an existing queue', async () => {
  const settingsOf = async (name: string) => {
    const { rows } = await sql<{ limit: number }>`
      select retry_limit as limit from pgboss.queue where name = ${name}`.execute(testApp.context.db);
    return rows[0]?.limit;
  };
  await startRecorder({ name: 'test.settings', retries: 3 });
  expect(await settingsOf('test.settings')).toBe(3);
  await startRecorder({ name: 'test.settings', retries: 5 });
  expect(await settingsOf('test.settings')).toBe(5);
});

test('a job that fails goes on from the progress it has saved', async () => {
  const { queue, db } = testApp.context;
  const definition = defineJob({ name: 'test.progress', payload, retryDelaySeconds: 1, concurrency: 1 });
  const ran: number[] = [];
  const job = onJob(definition, async ({ n }, { id }) => {
    ran.push(n);
    if (n === 2) return;
    const next = { id, from: { n }, to: { n: n + 1 } };
    expect(await queue.saveProgress(db, definition, next)).toBe(true);
    // A second run that began at the same place finds that the job has gone on.
    expect(await queue.saveProgress(db, definition, next)).toBe(false);
    throw new Error('interrupted');
  });
  await queue.prepare([job]);
  await queue.enqueue(db, definition, { n: 1 });
  await queue.startWorkers([job]);
  await hasRun(ran, 2);
  expect(ran).toEqual([1, 2]);
});
