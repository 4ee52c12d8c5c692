// @vitest-environment jsdom

import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { type PhotographerRow, reportEndpoints } from '#contract/endpoints/reports.ts';
import { csvRow } from '#contract/lists/csv.ts';
import { statementList, statementRowList } from '#contract/lists/photographer-statements.ts';
import { filterRows, sortRows } from '#web/lib/lists/list-rows.ts';
import { answer, answerCalls } from '#web/testing/answers.ts';
import { groupStatements, photographersQuery, statementOptions } from './statement-card.tsx';

const row = (change: Partial<PhotographerRow>): PhotographerRow => ({
  roster: null,
  photographer: 'Ana',
  event: 1,
  event_name: 'Winter Classic',
  event_date: '2026-11-14',
  frames: 10,
  published: 9,
  sold: 3,
  image_sales: 1,
  album_sales: 1,
  views: 20,
  revenue: 1_000,
  refunds: 0,
  commission_rate_basis_points: 3_000,
  commission: 300,
  ...change,
});
const ROWS = [
  row({}),
  row({ photographer: null, commission: 0, frames: 50 }),
  row({ event: 2, event_name: 'Spring Open', event_date: '2026-04-01', commission: -50, revenue: 5_000 }),
  row({ photographer: 'Ben', event: 2, event_name: 'Spring Open', event_date: '2026-04-01', commission: 90 }),
];

type Order<Key> = { key: Key; direction: 'asc' | 'desc' };
type View = {
  filters?: { photographer?: string; event?: number };
  statements?: Order<'commission' | 'frames'>;
  events?: Order<'event' | 'revenue'>;
};

function statementsOf({ filters = {}, statements, events }: View = {}) {
  const shown = filterRows(statementRowList, ROWS, filters);
  const sorted = sortRows(statementRowList, shown, events ?? { key: 'event', direction: 'desc' });
  return sortRows(
    statementList,
    groupStatements(sorted),
    statements ?? { key: 'commission', direction: 'desc' },
  );
}

test('a photographer has one statement of all events, those owed most first', () => {
  expect(statementsOf().map(({ name, total }) => [name, total.commission, total.frames])).toEqual([
    ['Ana', 250, 20],
    ['Ben', 90, 10],
    ['No name', 0, 50],
  ]);
});

test('of one event, statements hold and add up that event alone', () => {
  const statements = statementsOf({ filters: { event: 2 } });
  expect(statements.map(({ name, rows, total }) => [name, rows.length, total.commission])).toEqual([
    ['Ben', 1, 90],
    ['Ana', 1, -50],
  ]);
  expect(statementsOf({ filters: { event: 2, photographer: 'No name' } })).toEqual([]);
});

test('statements and their events are sorted separately', () => {
  const statements = statementsOf({
    statements: { key: 'frames', direction: 'desc' },
    events: { key: 'revenue', direction: 'desc' },
  });
  expect(statements.flatMap(({ name, rows }) => rows.map(({ event_name }) => [name, event_name]))).toEqual([
    ['No name', 'Winter Classic'],
    ['Ana', 'Spring Open'],
    ['Ana', 'Winter Classic'],
    ['Ben', 'Spring Open'],
  ]);
});

test('events are sorted by date, not by name', () => {
  const [ana] = statementsOf({ filters: { photographer: 'Ana' } });
  expect(ana?.rows.map(({ event }) => event)).toEqual([1, 2]);
});

test('every name and every event can be chosen once, the latest event first', () => {
  const { photographer, event } = statementOptions(ROWS);
  expect(photographer.map(([name]) => name)).toEqual(['Ana', 'Ben', 'No name']);
  expect(event.map(([id]) => id)).toEqual(['1', '2']);
});

test('a name that would be a formula is text in the file', () => {
  expect(csvRow(statementRowList.columns, row({ photographer: '=HYPERLINK(1)' }))).toContain(
    "'=HYPERLINK(1),Winter Classic",
  );
});

test('statements hold the rows of all pages, also behind a page without any', async () => {
  const asked: (string | null)[] = [];
  const pages: Record<string, { rows: PhotographerRow[]; next: number | null }> = {
    first: { rows: [row({ event: 9 }), row({ event: 8 })], next: 8 },
    '8': { rows: [], next: 5 },
    '5': { rows: [row({ event: 2 })], next: null },
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
