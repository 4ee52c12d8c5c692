import { expect, test } from 'vitest';
import type { PhotographerRow } from '#contract/endpoints/reports.ts';
import {
  choicesOf,
  LATEST_EVENT,
  MOST_OWED,
  photographersCsv,
  type StatementView,
  statementsOf,
} from './photographers.ts';

const row = (change: Partial<PhotographerRow>): PhotographerRow => ({
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
const view = (change: Partial<StatementView> = {}): StatementView => ({
  photographer: undefined,
  event: undefined,
  statements: MOST_OWED,
  events: LATEST_EVENT,
  ...change,
});
const ROWS = [
  row({}),
  row({ photographer: null, commission: 0, frames: 50 }),
  row({ event: 2, event_name: 'Spring Open', event_date: '2026-04-01', commission: -50, revenue: 5_000 }),
  row({ photographer: 'Ben', event: 2, event_name: 'Spring Open', event_date: '2026-04-01', commission: 90 }),
];

test('a photographer has one statement of all events, those owed most first', () => {
  expect(statementsOf(ROWS, view()).map(({ name, total }) => [name, total.commission, total.frames])).toEqual(
    [
      ['Ana', 250, 20],
      ['Ben', 90, 10],
      ['Without a name', 0, 50],
    ],
  );
});

test('of one event, statements hold and add up that event alone', () => {
  const statements = statementsOf(ROWS, view({ event: 2 }));
  expect(statements.map(({ name, rows, total }) => [name, rows.length, total.commission])).toEqual([
    ['Ben', 1, 90],
    ['Ana', 1, -50],
  ]);
  expect(statementsOf(ROWS, view({ event: 2, photographer: 'Without a name' }))).toEqual([]);
});

test('statements and their events are sorted each by their own choice, and so is the file', () => {
  const statements = statementsOf(
    ROWS,
    view({
      statements: { column: 'frames', isDown: true },
      events: { column: 'revenue', isDown: true },
    }),
  );
  expect(statements.map(({ name }) => name)).toEqual(['Without a name', 'Ana', 'Ben']);
  const file = photographersCsv(statements.flatMap(({ rows }) => rows)).split('\r\n');
  expect(file.slice(1, 5).map((line) => line.split(',').slice(0, 2))).toEqual([
    ['Without a name', 'Winter Classic'],
    ['Ana', 'Spring Open'],
    ['Ana', 'Winter Classic'],
    ['Ben', 'Spring Open'],
  ]);
});

test('there is a choice of every name and every event once, the latest first', () => {
  const { names, events } = choicesOf(ROWS);
  expect(names).toEqual(['Ana', 'Ben', 'Without a name']);
  expect(events.map(({ event }) => event)).toEqual([1, 2]);
});

test('a name that would be a formula is text in the file', () => {
  expect(photographersCsv([row({ photographer: '=HYPERLINK(1)' })])).toContain(
    "'=HYPERLINK(1),Winter Classic",
  );
});
