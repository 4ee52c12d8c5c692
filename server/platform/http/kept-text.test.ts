import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gzipAround, KeptText } from './kept-text.ts';

test('what stands around a kept part and the part itself are one gzip file', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 2_000 });
  await fc.assert(
    fc.asyncProperty(text, text, text, async (before, middle, after) => {
      const kept = new KeptText(middle);
      for (const end of [after, '', before]) {
        expect(gunzipSync(await gzipAround({ before, kept, after: end })).toString()).toBe(
          `${before}${middle}${end}`,
        );
      }
    }),
  );
});
