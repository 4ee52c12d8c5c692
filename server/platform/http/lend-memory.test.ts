import { expect, test } from 'vitest';
import { lendMemory } from './lend-memory.ts';

const areaOf = (memory: Buffer) => memory.buffer;

test('memory that is lent belongs to nobody else before it is given back', () => {
  const lent = Array.from({ length: 40 }, () => lendMemory(1_000));
  expect(new Set(lent.map(({ memory }) => areaOf(memory))).size).toBe(40);
  expect(lent.every(({ memory }) => memory.length === 1_000)).toBe(true);
  for (const { giveBack } of lent) giveBack();
});

test('memory that is given back twice is lent once', () => {
  const first = lendMemory(1_000);
  first.giveBack();
  first.giveBack();
  const [one, two] = [lendMemory(10), lendMemory(10)];
  expect(areaOf(one.memory)).toBe(areaOf(first.memory));
  expect(areaOf(two.memory)).not.toBe(areaOf(one.memory));
  first.giveBack();
  expect(areaOf(lendMemory(10).memory)).not.toBe(areaOf(one.memory));
});

test('an answer that is larger than a piece has memory of its own', () => {
  const large = lendMemory(600_000);
  expect(large.memory.length).toBe(600_000);
  large.giveBack();
  expect(areaOf(lendMemory(600_000).memory)).not.toBe(areaOf(large.memory));
});
