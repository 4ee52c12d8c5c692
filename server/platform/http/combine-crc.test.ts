import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { combineCrc, shiftOfBytes } from './combine-crc.ts';

test('the checksum of two texts is that of the whole, whatever they hold', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), fc.uint8Array({ maxLength: 3_000 }), (before, after) => {
      const part = { crc: crc32(after), shift: shiftOfBytes(after.length) };
      expect(combineCrc(crc32(before), part)).toBe(crc32(Buffer.concat([before, after])));
    }),
  );
});

test('a part may be longer than a megabyte', () => {
  const after = Buffer.alloc(1_500_001, 'photo ');
  const part = { crc: crc32(after), shift: shiftOfBytes(after.length) };
  expect(combineCrc(crc32('before'), part)).toBe(crc32(Buffer.concat([Buffer.from('before'), after])));
});
