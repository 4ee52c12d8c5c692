import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWaker } from './wake-workers.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function fakeBoss(answer: (queues: string[]) => string[]) {
  const asked: string[][] = [];
  const woken: string[] = [];
  const executeSql = async (_text: string, values?: unknown[]) => {
    const queues = values?.[0] as string[];
    asked.push(queues);
    return { rows: answer(queues).map((queue) => ({ queue })) };
  };
  const boss = { getDb: () => ({ executeSql }), notifyWorker: (id: string) => woken.push(id) };
  return { boss, asked, woken };
}

test('one question for all queues wakes only the workers of queues with due jobs', async () => {
  const { boss, asked, woken } = fakeBoss(() => ['mail']);
  const waker = createWaker(boss as never, () => undefined);
  waker.add('mail', 'mail-1');
  waker.add('mail', 'mail-2');
  waker.add('faces', 'faces-1');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toEqual([['mail', 'faces']]);
  expect(woken).toEqual(['mail-1', 'mail-2']);
  await waker.stop();
});

test('an error is reported once and the next question is asked', async () => {
  const errors: string[] = [];
  const { boss, asked, woken } = fakeBoss((queues) => {
    if (asked.length === 1) throw new Error('the database is away');
    return queues;
  });
  const waker = createWaker(boss as never, (error) => errors.push(error.message));
  waker.add('mail', 'mail-1');
  await vi.advanceTimersByTimeAsync(4_000);
  expect(errors).toEqual(['the database is away']);
  expect(woken).toEqual(['mail-1']);
  await waker.stop();
});

test('nothing is asked after a stop', async () => {
  const { boss, asked } = fakeBoss(() => []);
  const waker = createWaker(boss as never, () => undefined);
  waker.add('mail', 'mail-1');
  await waker.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([]);
});
