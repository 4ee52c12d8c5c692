import { expect, test } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

test('work of one key runs one after the other in the order of the calls, other keys run beside it', async () => {
  const inTurn = createKeyedMutex<string>();
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = inTurn('a', async () => {
    log.push('a1 starts');
    await gate.promise;
    log.push('a1 ends');
    throw new Error('refused');
  });
  const second = inTurn('a', async () => log.push('a2'));
  await inTurn('b', async () => log.push('b'));
  expect(log).toEqual(['a1 starts', 'b']);
  gate.resolve();
  await expect(first).rejects.toThrow('refused');
  await second;
  expect(log).toEqual(['a1 starts', 'b', 'a1 ends', 'a2']);
});
