import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createProcessPool,
  PoolBusyError,
  PoolClosedError,
  type ProcessPool,
  type Usage,
  type WorkPriority,
} from './process-pool.ts';

type Order = { name: string; sleepMs?: number; how?: 'crash' | 'refuse' | 'throw' };

class RefusedError extends Error {}
const pools: ProcessPool<Order, string>[] = [];

function openPool(
  settings: { size?: number; maxWaiting?: number; isSpent?: (usage: Usage) => boolean } = {},
) {
  const pool = createProcessPool<Order, string>({
    file: new URL('./process-pool.test-process.ts', import.meta.url),
    size: 1,
    maxWaiting: 10,
    idleMs: 60_000,
    refuse: (message) => new RefusedError(message),
    ...settings,
  });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

describe('the process pool', () => {
  test('runs all tasks on at most the allowed number of processes', async () => {
    const pool = openPool({ size: 2 });
    const names = ['a', 'b', 'c', 'd', 'e'];
    const work = Promise.all(names.map((name) => pool.run({ name, sleepMs: 5 })));
    expect(pool.state()).toEqual({ processes: 2, working: 2, waiting: 3 });
    expect(await work).toEqual(names);
    expect(pool.state()).toEqual({ processes: 2, working: 0, waiting: 0 });
  });

  test('urgent tasks run before interactive ones, and these before background tasks', async () => {
    const pool = openPool();
    const order: string[] = [];
    const run = (name: string, priority: WorkPriority) =>
      pool.run({ name }, { priority }).then((done) => order.push(done));
    await Promise.all([
      run('first', 'background'),
      run('album', 'background'),
      run('another album', 'background'),
      run('reference photo', 'interactive'),
      run('comparison', 'urgent'),
    ]);
    expect(order).toEqual(['first', 'comparison', 'reference photo', 'album', 'another album']);
  });

  test('tasks beyond the queue limit are refused at once', async () => {
    const pool = openPool({ maxWaiting: 1 });
    const under = [pool.run({ name: 'works' }), pool.run({ name: 'waits' })];
    await expect(pool.run({ name: 'too much' })).rejects.toThrow(PoolBusyError);
    expect(await Promise.all(under)).toEqual(['works', 'waits']);
  });

  test('an aborted task is never started, or its result is dropped', async () => {
    const pool = openPool();
    const abort = new AbortController();
    const { signal } = abort;
    const under = pool.run({ name: 'under way', sleepMs: 20 }, { signal });
    const waits = pool.run({ name: 'waits' }, { signal });
    const other = pool.run({ name: 'of someone else' });
    abort.abort(new Error('the athlete was deleted'));
    await expect(under).rejects.toThrow('the athlete was deleted');
    await expect(waits).rejects.toThrow('the athlete was deleted');
    expect(pool.state().waiting).toBe(1);
    await expect(pool.run({ name: 'too late' }, { signal })).rejects.toThrow('the athlete was deleted');
    expect(await other).toBe('of someone else');
  });

  test('a crashed process fails only its own task', async () => {
    const pool = openPool();
    const dying = pool.run({ name: 'dies', how: 'crash' });
    const next = pool.run({ name: 'next' });
    await expect(dying).rejects.toThrow('a process of the pool exited');
    expect(await next).toBe('next');
  });

  test('a refusal is distinguished from an error', async () => {
    const pool = openPool();
    await expect(pool.run({ name: 'not a picture', how: 'refuse' })).rejects.toThrow(RefusedError);
    await expect(pool.run({ name: 'broken', how: 'throw' })).rejects.not.toThrow(RefusedError);
  });

  test('a spent process is replaced', async () => {
    const asked: number[] = [];
    const pool = openPool({
      isSpent: ({ workDone, rssBytes }) => {
        expect(rssBytes).toBeGreaterThan(1_000_000);
        asked.push(workDone);
        return workDone === 2;
      },
    });
    for (const name of ['a', 'b', 'c']) expect(await pool.run({ name })).toBe(name);
    expect(asked).toEqual([1, 2, 1]);
  });

  test('closing fails unfinished tasks and refuses new ones', async () => {
    const pool = openPool();
    const under = pool.run({ name: 'under way', sleepMs: 1_000 });
    const waits = pool.run({ name: 'waits' });
    const settled = Promise.allSettled([under, waits]);
    await pool.close();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(pool.run({ name: 'later' })).rejects.toThrow(PoolClosedError);
  });

  test('a program that has nothing else to do waits until the pool is closed', async () => {
    const program = `
      import { createProcessPool } from ${here('./process-pool.ts')};
      const file = new URL(${here('./process-pool.test-process.ts')});
      const pool = createProcessPool({ file, size: 1, maxWaiting: 1, idleMs: 60_000, refuse: Error });
      await pool.run({ name: 'works' });
      await pool.close();`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' });
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
