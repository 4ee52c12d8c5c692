import { expect, test } from 'vitest';
import { createShortMemory } from './short-memory.ts';

function memoryOf(load: (key: string) => Promise<{ is: string }>) {
  let nowMs = 1_000_000;
  const memory = createShortMemory({ now: () => new Date(nowMs) }, { keepMs: 3_000, most: 3, load });
  return { memory, advance: (ms: number) => (nowMs += ms) };
}

test('an answer is remembered for three seconds from the question on, and one question is asked for all', async () => {
  let asked = 0;
  const { memory, advance } = memoryOf(async () => ({ is: String(++asked) }));
  expect(memory.peek('a')).toBeUndefined();
  expect(await Promise.all([memory.get('a'), memory.get('a')])).toEqual([{ is: '1' }, { is: '1' }]);
  advance(2_999);
  expect(memory.peek('a')).toEqual({ is: '1' });
  advance(1);
  expect(memory.peek('a')).toBeUndefined();
  expect(await memory.get('a')).toEqual({ is: '2' });
  expect(await memory.reload('a')).toEqual({ is: '3' });
  expect(memory.peek('a')).toEqual({ is: '3' });
});

test('a clock that is set back keeps nothing longer', async () => {
  const { memory, advance } = memoryOf(async () => ({ is: 'x' }));
  await memory.get('a');
  advance(-60_000);
  expect(memory.peek('a')).toBeUndefined();
});

test('what is dropped while it is looked up is not remembered', async () => {
  let answer: (value: { is: string }) => void = () => undefined;
  const { memory } = memoryOf(() => new Promise((resolve) => (answer = resolve)));
  const waiting = memory.get('a');
  memory.dropKey('a');
  answer({ is: 'old' });
  expect(await waiting).toEqual({ is: 'old' });
  expect(memory.peek('a')).toBeUndefined();
});

test('a failure is not remembered, and the memory is bounded', async () => {
  let isBroken = true;
  const { memory } = memoryOf(async (key) => {
    if (isBroken) throw new Error('no database');
    return { is: key };
  });
  await expect(memory.get('a')).rejects.toThrow('no database');
  isBroken = false;
  expect(await memory.get('a')).toEqual({ is: 'a' });
  for (const key of ['b', 'c', 'd']) await memory.get(key);
  expect(['a', 'b', 'c', 'd'].map((key) => memory.peek(key) !== undefined)).toEqual([
    false,
    false,
    false,
    true,
  ]);
  memory.drop((_key, value) => value?.is === 'd');
  expect(memory.peek('d')).toBeUndefined();
});
