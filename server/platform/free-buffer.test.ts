import { expect, test } from 'vitest';
import { freeBuffer } from './free-buffer.ts';

test('a freed buffer is empty, and can be freed again', () => {
  const buffer = Buffer.alloc(1_000_000, 1);
  freeBuffer(buffer);
  expect(buffer).toHaveLength(0);
  expect(() => freeBuffer(buffer)).not.toThrow();
});

test('a part of shared memory stays', () => {
  const whole = Buffer.alloc(1000, 1);
  freeBuffer(whole.subarray(0, 500));
  expect(whole).toEqual(Buffer.alloc(1000, 1));
});
