import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** Records in which order works start; each ends when the test says so. */
function openQueue(limits: { concurrency?: number; maxWaiting?: number } = {}) {
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 100, ...limits });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const add = (from: string, name: string) => {
    const work = queue.run(from, () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
    return work.then(
      () => 'done',
      (error) => error.code as string,
    );
  };
  const endAll = async () => {
    while (ends.length > 0) {
      ends.shift()?.();
      // The next work starts a few microtasks after the last one has ended.
      await new Promise(setImmediate);
    }
  };
  return { add, endAll, started };
}

test('networks that wait take turns, whatever one of them sends', async () => {
  const { add, endAll, started } = openQueue();
  for (let i = 1; i <= 5; i++) void add('flood', `flood ${i}`);
  void add('parent', 'parent');
  void add('other', 'other');
  await endAll();
  expect(started).toEqual(['flood 1', 'flood 2', 'parent', 'other', 'flood 3', 'flood 4', 'flood 5']);
});

test('no more works run at once than allowed', async () => {
  const { add, endAll, started } = openQueue({ concurrency: 2 });
  const works = ['a', 'b', 'c'].map((name) => add(name, name));
  expect(started).toEqual(['a', 'b']);
  await endAll();
  expect(await Promise.all(works)).toEqual(['done', 'done', 'done']);
});

test('when the queue is full, the longest line makes room', async () => {
  const { add, endAll } = openQueue({ maxWaiting: 3 });
  const flood = [1, 2, 3, 4].map((i) => add('flood', `flood ${i}`));
  const parent = add('parent', 'parent');
  const other = add('other', 'other');
  // Every line has one place now, so nobody has to make room.
  const last = add('last', 'last');
  await endAll();
  expect(await Promise.all(flood)).toEqual(['done', 'done', 'busy', 'busy']);
  expect(await Promise.all([parent, other, last])).toEqual(['done', 'done', 'busy']);
});

test('a work that fails frees its place', async () => {
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 1 });
  const failed = queue.run('a', async () => {
    throw new Error('broken');
  });
  const next = queue.run('a', async () => 'next');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('next');
  expect(await queue.run('a', async () => 'later')).toBe('later');
});
