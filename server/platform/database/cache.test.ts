import { expect, test } from 'vitest';
import { createCache } from './cache.ts';

function cacheOf(load: (key: string) => Promise<{ is: string }>) {
  let nowMs = 1_000_000;
  const clock = { now: () => new Date(nowMs) };
  const cache = createCache<string, { is: string }>({ max: 3, ttlMs: 3_000, clock });
  return {
    cache,
    get: (key: string, version?: string) => cache.get(key, () => load(key), version),
    advance: (ms: number) => (nowMs += ms),
  };
}

test('a value lives for three seconds from the question on, and one question is asked for all', async () => {
  let asked = 0;
  const load = async () => ({ is: String(++asked) });
  const { cache, get, advance } = cacheOf(load);
  expect(cache.peek('a')).toBeUndefined();
  expect(await Promise.all([get('a'), get('a')])).toEqual([{ is: '1' }, { is: '1' }]);
  advance(2_999);
  expect(cache.peek('a')).toEqual({ is: '1' });
  advance(1);
  expect(cache.peek('a')).toBeUndefined();
  expect(await get('a')).toEqual({ is: '2' });
  expect(await cache.reload('a', load)).toEqual({ is: '3' });
  expect(cache.peek('a')).toEqual({ is: '3' });
});

test('a clock that is set back keeps nothing longer', async () => {
  const { cache, get, advance } = cacheOf(async () => ({ is: 'x' }));
  await get('a');
  advance(-60_000);
  expect(cache.peek('a')).toBeUndefined();
});

test('another version is loaded again', async () => {
  let asked = 0;
  const { get } = cacheOf(async () => ({ is: String(++asked) }));
  expect([await get('a', '7'), await get('a', '7'), await get('a', '8')]).toEqual(
    ['1', '1', '2'].map((is) => ({ is })),
  );
});

test('what is dropped while it is loaded is not kept', async () => {
  let answer: (value: { is: string }) => void = () => undefined;
  const { cache, get } = cacheOf(() => new Promise((resolve) => (answer = resolve)));
  const waiting = get('a');
  cache.drop('a');
  answer({ is: 'old' });
  expect(await waiting).toEqual({ is: 'old' });
  expect(cache.peek('a')).toBeUndefined();
});

test('a failure is not kept, and what was used longest ago goes first', async () => {
  let isBroken = true;
  const { cache, get } = cacheOf(async (key) => {
    if (isBroken) throw new Error('no database');
    return { is: key };
  });
  await expect(get('a')).rejects.toThrow('no database');
  isBroken = false;
  for (const key of ['a', 'b', 'c', 'a', 'd']) expect(await get(key)).toEqual({ is: key });
  const kept = () => ['a', 'b', 'c', 'd'].filter((key) => cache.peek(key) !== undefined);
  expect(kept()).toEqual(['a', 'c', 'd']);
  cache.dropWhere((_key, value) => value?.is === 'd');
  expect(kept()).toEqual(['a', 'c']);
  cache.clear();
  expect(kept()).toEqual([]);
});

test('values with a size take bounded memory, and one that is too large is not kept', async () => {
  const cache = createCache<string, Buffer>({ max: 100, sizeOf: ({ length }) => length });
  for (const [key, bytes] of [
    ['a', 40],
    ['b', 40],
    ['c', 40],
    ['large', 101],
  ] as const) {
    await cache.get(key, async () => Buffer.alloc(bytes));
  }
  expect(['a', 'b', 'c', 'large'].filter((key) => cache.peek(key))).toEqual(['b', 'c']);
});
