// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { type PhotographerRow, reportEndpoints } from '#contract/endpoints/reports.ts';
import { answer, answerCalls } from '#web/testing/answers.ts';
import { photographersQuery } from './statement-card.tsx';

afterEach(() => vi.unstubAllGlobals());

const rowOf = (event: number): PhotographerRow => ({
  roster: null,
  photographer: 'Ana',
  event,
  event_name: `Event ${event}`,
  event_date: '2026-11-14',
  frames: 1,
  published: 1,
  sold: 0,
  image_sales: 0,
  album_sales: 0,
  views: 0,
  revenue: 0,
  refunds: 0,
  commission_rate_basis_points: 3_000,
  commission: 0,
});

test('statements hold the rows of all pages, also behind a page without any', async () => {
  const asked: (string | null)[] = [];
  const pages: Record<string, { rows: PhotographerRow[]; next: number | null }> = {
    first: { rows: [rowOf(9), rowOf(8)], next: 8 },
    '8': { rows: [], next: 5 },
    '5': { rows: [rowOf(2)], next: null },
  };
  answerCalls(
    answer(reportEndpoints.statementPages, ({ query }) => {
      asked.push(query.get('before'));
      return pages[query.get('before') ?? 'first'] ?? { rows: [], next: null };
    }),
  );
  const rows = await new QueryClient().fetchQuery(photographersQuery({ time_zone: 'UTC' }));
  expect(rows.map(({ event }) => event)).toEqual([9, 8, 2]);
  expect(asked).toEqual([null, '8', '5']);
});
