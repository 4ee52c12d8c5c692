import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWaker } from './wake-workers.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Listen = (channel: string, hear: (queue: string) => void, onReconnect: () => void) => Promise<void>;

function fakeBoss(answer: (queues: string[]) => string[]) {
  const asked: string[][] = [];
  const woken: string[] = [];
  const passedOn: string[] = [];
  let notify: (queue: string) => void = () => undefined;
  const executeSql = async (_text: string, values?: unknown[]) => {
    const queues = values?.[0] as string[];
    asked.push(queues);
    return { rows: answer(queues).map((queue) => ({ queue })) };
  };
  const listen: Listen = async (_channel, hear) => {
    notify = hear;
  };
  const db = { executeSql, listen };
  const boss = { getDb: () => db, notifyWorker: (id: string) => woken.push(id) };
  return {
    boss,
    asked,
    woken,
    passedOn,
    async listen() {
      await db.listen(
        'jobs',
        (queue) => passedOn.push(queue),
        () => undefined,
      );
      return (queue: string) => notify(queue);
    },
  };
}

function countStarts(...ids: string[]) {
  return vi.fn(async () => ids);
}

test('one question for all queues starts the workers of those with due jobs, and later wakes them', async () => {
  const { boss, asked, woken } = fakeBoss(() => ['mail']);
  const waker = createWaker(boss as never, () => undefined);
  const [mail, faces] = [countStarts('mail-1', 'mail-2'), countStarts('faces-1')];
  waker.add('mail', mail);
  waker.add('faces', faces);
  await waker.check();
  expect(asked).toEqual([['mail', 'faces']]);
  expect(mail).toHaveBeenCalledOnce();
  expect(woken).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toHaveLength(2);
  expect(woken).toEqual(['mail-1', 'mail-2']);
  expect(mail).toHaveBeenCalledOnce();
  expect(faces).not.toHaveBeenCalled();
  await waker.stop();
});

test('a notification starts the workers of its queue once, and is passed on', async () => {
  const { boss, asked, passedOn, listen } = fakeBoss(() => []);
  const waker = createWaker(boss as never, () => undefined);
  const notify = await listen();
  const start = countStarts('mail-1');
  waker.add('mail', start);
  for (const queue of ['faces', 'mail', 'mail']) notify(queue);
  expect(start).toHaveBeenCalledOnce();
  expect(passedOn).toEqual(['faces', 'mail', 'mail']);
  expect(asked).toEqual([]);
  await waker.stop();
});

test('workers that could not start are started by the next question', async () => {
  const errors: string[] = [];
  const { boss } = fakeBoss(() => ['mail']);
  const waker = createWaker(boss as never, (error) => errors.push(error.message));
  const start = countStarts('mail-1').mockRejectedValueOnce(new Error('no connection'));
  waker.add('mail', start);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(errors).toEqual(['no connection']);
  expect(start).toHaveBeenCalledTimes(2);
  await waker.stop();
});

test('an error is reported once and the next question is asked', async () => {
  const errors: string[] = [];
  const { boss, asked } = fakeBoss((queues) => {
    if (asked.length === 1) throw new Error('the database is away');
    return queues;
  });
  const waker = createWaker(boss as never, (error) => errors.push(error.message));
  const start = countStarts('mail-1');
  waker.add('mail', start);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(errors).toEqual(['the database is away']);
  expect(start).toHaveBeenCalledOnce();
  await waker.stop();
});

test('nothing is asked or started after a stop', async () => {
  const { boss, asked, listen } = fakeBoss(() => []);
  const waker = createWaker(boss as never, () => undefined);
  const notify = await listen();
  const start = countStarts('mail-1');
  waker.add('mail', start);
  await waker.stop();
  notify('mail');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([]);
  expect(start).not.toHaveBeenCalled();
});
