import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isoTimestamp } from '#contract/primitives.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { toIso, toIsoOrNull } from './timestamps.ts';

const testApp = startTestApp();

test('a PostgreSQL timestamp becomes the same moment in ISO 8601', async () => {
  const moments = fc.date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
  await fc.assert(
    fc.asyncProperty(moments, async (moment) => {
      const { rows } = await sql<{ at: string }>`select ${moment}::timestamptz as at`.execute(
        testApp.context.db,
      );
      const iso = toIso(rows[0]?.at ?? '');
      expect(isoTimestamp.parse(iso)).toBe(iso);
      expect(new Date(iso)).toEqual(moment);
    }),
    { numRuns: 50 },
  );
});

test('null stays null', () => {
  expect(toIsoOrNull(null)).toBeNull();
  expect(toIsoOrNull('2026-11-15 02:36:00.12+00')).toBe('2026-11-15T02:36:00.12Z');
});
