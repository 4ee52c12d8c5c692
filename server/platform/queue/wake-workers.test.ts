import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWaker } from './wake-workers.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Answers the questions of the waker with `answer`. */
function startWaker(answer: (queues: string[]) => string[]) {
  const asked: string[][] = [];
  const woken: string[] = [];
  const errors: string[] = [];
  const executeSql = async (_text: string, values?: unknown[]) => {
    const queues = values?.[0] as string[];
    asked.push(queues);
    return { rows: answer(queues).map((queue) => ({ queue })) };
  };
  const boss = { getDb: () => ({ executeSql }), notifyWorker: (id: string) => woken.push(id) };
  const waker = createWaker(boss as never, (error) => errors.push(error.message));
  for (const id of ['mail-1', 'mail-2']) waker.add('mail', id);
  waker.add('faces', 'faces-1');
  return { waker, asked, woken, errors };
}

test('one question for all queues wakes the workers of those with due jobs', async () => {
  const { waker, asked, woken } = startWaker(() => ['mail']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toEqual([['mail', 'faces']]);
  expect(woken).toEqual(['mail-1', 'mail-2']);
  await waker.stop();
});

test('an error is reported once and the next question is asked', async () => {
  let isFirst = true;
  const { waker, woken, errors } = startWaker((queues) => {
    if (!isFirst) return queues;
    isFirst = false;
    throw new Error('the database is away');
  });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(errors).toEqual(['the database is away']);
  expect(woken).toEqual(['mail-1', 'mail-2', 'faces-1']);
  await waker.stop();
});

test('nothing is asked after a stop', async () => {
  const { waker, asked } = startWaker(() => []);
  await waker.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([]);
});
