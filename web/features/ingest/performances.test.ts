import { expect, test } from 'vitest';
import type { RunningOrderLine } from '#contract/endpoints/ingest.ts';
import { csvHeading, csvRow } from '#contract/lists/csv.ts';
import { minutesLate, runningOrderList } from '#contract/lists/ingest.ts';
import { defaultSortOf, type FilterValues, type ListSort } from '#contract/lists/list.ts';
import { filterRows, sortRows } from '#web/lib/lists/list-rows.ts';
import { toPerformance } from './event-time.ts';

const NOON = '2026-11-14T18:00:00Z';

const performance = (order: number, fields: Partial<RunningOrderLine> = {}, timeZone = 'America/Chicago') =>
  toPerformance(
    {
      album: 100 + order,
      performance_order: order,
      program_name: 'Bayline Cheer',
      team_name: `Team ${order}`,
      division_name: 'Senior 4',
      planned_at: NOON,
      announced_at: null,
      stage: '',
      images_count: 5,
      published_at: NOON,
      ...fields,
    },
    timeZone,
  );

const DAY = [
  performance(1),
  performance(2, { images_count: 0 }),
  performance(3, { published_at: null, division_name: 'Junior 2' }),
  performance(4, { announced_at: '2026-11-14T17:48:00Z', images_count: 40 }),
  performance(5, { announced_at: '2026-11-14T18:05:00Z', planned_at: null }),
];

const ORDER_OF_DAY = defaultSortOf(runningOrderList);

test.each<[string, FilterValues<typeof runningOrderList>, ListSort<typeof runningOrderList>, number[]]>([
  ['all', {}, ORDER_OF_DAY, [1, 2, 3, 4, 5]],
  ['those without photos', { show: 'no_photos' }, ORDER_OF_DAY, [2]],
  ['those not published', { show: 'unpublished' }, ORDER_OF_DAY, [3]],
  ['those later than announced', { show: 'delayed' }, ORDER_OF_DAY, [4]],
  ['those with every word', { q: 'junior BAYLINE' }, ORDER_OF_DAY, [3]],
  ['the one of an order', { q: '#4' }, ORDER_OF_DAY, [4]],
  ['none', { q: 'junior', show: 'delayed' }, ORDER_OF_DAY, []],
  [
    'the most photos first, equal ones in the order of the day',
    {},
    { key: 'photos', direction: 'desc' },
    [4, 1, 3, 5, 2],
  ],
  ['the longest delay first', {}, { key: 'delay', direction: 'desc' }, [4, 1, 2, 3, 5]],
])('shows %s', (_what, filters, sort, expected) => {
  const found = sortRows(runningOrderList, filterRows(runningOrderList, DAY, filters), sort);
  expect(found.map(({ performance_order }) => performance_order)).toEqual(expected);
});

test('a delay is counted from the announced time', () => {
  expect(DAY.map(minutesLate)).toEqual([0, 0, 0, 12, 0]);
});

test('a time in the CSV file is unambiguous, also in the hour that comes twice', () => {
  const at = (planned_at: string | null) => csvRow(runningOrderList.columns, performance(1, { planned_at }));
  expect(at('2026-11-14T18:00:00Z')).toMatch(/,2026-11-14T12:00-06:00\r\n$/);
  expect(at('2026-11-01T06:30:00Z')).toMatch(/,2026-11-01T01:30-05:00\r\n$/);
  expect(at('2026-11-01T07:30:00.250Z')).toMatch(/,2026-11-01T01:30:00\.250-06:00\r\n$/);
  expect(at(null)).toMatch(/Senior 4,,\r\n$/);
});

test('the CSV file has the headings that the import reads, and names that it reads back unchanged', () => {
  const names = { program_name: '@home', team_name: '=Stars, "Gold"', division_name: "'-x" };
  expect(csvHeading(runningOrderList.columns)).toBe(
    'performance_order,program,team,division,stage,planned_time\r\n',
  );
  expect(csvRow(runningOrderList.columns, performance(0, names, 'UTC'))).toBe(
    '0,\'@home,"\'=Stars, ""Gold""",\'\'-x,,2026-11-14T18:00+00:00\r\n',
  );
});
