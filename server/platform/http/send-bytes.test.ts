import { expect, test } from 'vitest';
import { takeBuffer } from './send-bytes.ts';

const areaOf = (buffer: Buffer) => buffer.buffer;

test('a buffer that is taken belongs to nobody else before it is released', () => {
  const taken = Array.from({ length: 40 }, () => takeBuffer(1_000));
  expect(new Set(taken.map(({ buffer }) => areaOf(buffer))).size).toBe(40);
  expect(taken.every(({ buffer }) => buffer.length === 1_000)).toBe(true);
  for (const { release } of taken) release();
});

test('a buffer that is released twice is taken once', () => {
  const first = takeBuffer(1_000);
  first.release();
  first.release();
  const [one, two] = [takeBuffer(10), takeBuffer(10)];
  expect(areaOf(one.buffer)).toBe(areaOf(first.buffer));
  expect(areaOf(two.buffer)).not.toBe(areaOf(one.buffer));
  first.release();
  expect(areaOf(takeBuffer(10).buffer)).not.toBe(areaOf(one.buffer));
});

test('an answer that is larger than a piece has a buffer of its own', () => {
  const large = takeBuffer(600_000);
  expect(large.buffer.length).toBe(600_000);
  large.release();
  expect(areaOf(takeBuffer(600_000).buffer)).not.toBe(areaOf(large.buffer));
});
