import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { connectDatabase } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { consumeRateLimits, forgetOldHits, type Limit } from './rate-limit.ts';

const testApp = startTestApp();
const countHits = async (key: string) =>
  (await testApp.context.db.selectFrom('rateHits').select('id').where('key', '=', key).execute()).length;

async function outcomes(tries: Promise<unknown>[]): Promise<{ taken: number; refused: number }> {
  const settled = await Promise.allSettled(tries);
  const refused = settled.filter(
    (one) => one.status === 'rejected' && one.reason instanceof AppError && one.reason.status === 429,
  );
  const taken = settled.filter((one) => one.status === 'fulfilled');
  expect(taken.length + refused.length).toBe(settled.length);
  return { taken: taken.length, refused: refused.length };
}

describe('a rate limit', () => {
  test('is exact for 40 parallel callers of two processes', async () => {
    const limit = { key: randomUUID(), max: 7, minutes: 1 };
    const other = { db: connectDatabase(testApp.url, { maxConnections: 5 }), clock: testApp.context.clock };
    const tries = Array.from({ length: 40 }, (_, i) =>
      consumeRateLimits(i % 2 === 0 ? testApp.context : other, [limit]),
    );
    expect(await outcomes(tries)).toEqual({ taken: 7, refused: 33 });
    await other.db.destroy();
  });

  test('that is full tells when its oldest counted hit no longer counts', async () => {
    const free = { key: randomUUID(), max: 9, minutes: 5 };
    const full = { key: randomUUID(), max: 2, minutes: 10 };
    await consumeRateLimits(testApp.context, [full]);
    testApp.advanceMinutes(3);
    await consumeRateLimits(testApp.context, [full]);
    const details = { retry_after_seconds: 7 * 60 };
    await expect(consumeRateLimits(testApp.context, [free, full])).rejects.toMatchObject({ details });
    expect(await countHits(free.key)).toBe(0);
  });

  test('that is full counts nothing against the others', async () => {
    const narrow = { key: randomUUID(), max: 1, minutes: 1 };
    const wide = { key: randomUUID(), max: 10, minutes: 1 };
    await consumeRateLimits(testApp.context, [wide, narrow]);
    await expect(consumeRateLimits(testApp.context, [wide, narrow])).rejects.toThrow('Too many attempts');
    expect(await countHits(wide.key)).toBe(1);
  });

  test('over two windows of one key counts a hit once', async () => {
    const key = randomUUID();
    const limits: Limit[] = [
      { key, max: 2, minutes: 1 },
      { key, max: 3, minutes: 60 },
    ];
    await consumeRateLimits(testApp.context, limits);
    await consumeRateLimits(testApp.context, limits);
    expect(await countHits(key)).toBe(2);
    await expect(consumeRateLimits(testApp.context, limits)).rejects.toThrow();
    testApp.advanceMinutes(1.1);
    await consumeRateLimits(testApp.context, limits);
    testApp.advanceMinutes(1.1);
    await expect(consumeRateLimits(testApp.context, limits)).rejects.toThrow();
  });

  test('given back is free again', async () => {
    const limit = { key: randomUUID(), max: 1, minutes: 1 };
    const { giveBack } = await consumeRateLimits(testApp.context, [limit]);
    await giveBack([limit.key]);
    await consumeRateLimits(testApp.context, [limit]);
    await expect(consumeRateLimits(testApp.context, [limit])).rejects.toThrow();
  });

  test('taken in opposite order by parallel callers does not dead-lock', async () => {
    const [a, b] = [1, 2].map(() => ({ key: randomUUID(), max: 100, minutes: 1 }));
    if (!a || !b) throw new Error('two limits');
    const tries = Array.from({ length: 20 }, (_, i) =>
      consumeRateLimits(testApp.context, i % 2 === 0 ? [a, b] : [b, a]),
    );
    expect(await outcomes(tries)).toEqual({ taken: 20, refused: 0 });
  });

  test('keeps its hits for a day, the longest window', async () => {
    const key = randomUUID();
    await consumeRateLimits(testApp.context, [{ key, max: 9, minutes: 1 }]);
    testApp.advanceMinutes(23 * 60);
    await consumeRateLimits(testApp.context, [{ key, max: 9, minutes: 1 }]);
    testApp.advanceMinutes(61);
    await forgetOldHits(testApp.context);
    expect(await countHits(key)).toBe(1);
  });
});
