import { expect, test } from 'vitest';
import {
  changeCell,
  countChanges,
  findMissingTimes,
  mergeLines,
  sheetProblems,
  suggestTime,
  twelveHours,
  writeSheet,
} from './running-order.ts';
import { readCsvFile } from './running-order-file.ts';

const CHICAGO = 'America/Chicago';
const columns = {
  performance_order: 0,
  program: 1,
  planned_time: 2,
  team: 1,
  division: null,
  level: null,
  day: null,
  stage: null,
};
const row = (
  line: number,
  action: 'create' | 'update' | 'unchanged',
  planned_at = '2026-11-15T15:00:00Z',
) => ({
  line,
  action,
  performance_order: line,
  program_name: 'Bayline Cheer',
  team_name: 'Tidal',
  division_name: '',
  stage: '',
  planned_at,
  before: null,
});
const sheet = {
  headings: ['#', 'Gym', 'Time'],
  columns,
  remembered: false,
  lines: [
    { line: 2, cells: ['1', 'Bayline', '9:00'] },
    { line: 3, cells: ['x', 'Oops, "two"', '9:03'] },
    { line: 7, cells: ['3', 'Harbor'] },
    { line: 8, cells: ['4', 'Harbor', '9:20'] },
  ],
};
const answer = {
  rows: [row(2, 'create'), row(8, 'unchanged', '2026-11-15T15:20:00Z')],
  errors: [
    { line: 1, field: null, message: 'Choose the columns for: team.' },
    { line: 3, field: 'performance_order' as const, message: 'Not a number' },
    { line: 7, field: 'planned_time' as const, message: 'The time is missing.' },
  ],
  written: false,
  sheet,
};
const lines = mergeLines(answer, sheet);

test('errors are shown at their lines, and only good lines are counted', () => {
  expect(lines.map(({ line, row, errors }) => [line, row?.action, errors[0]?.message])).toEqual([
    [2, 'create', undefined],
    [3, undefined, 'Not a number'],
    [7, undefined, 'The time is missing.'],
    [8, 'unchanged', undefined],
  ]);
  expect(countChanges(answer)).toBe(1);
  expect(sheetProblems(answer)).toEqual(['Choose the columns for: team.']);
});

test('a corrected sheet is sent with every line in its place', () => {
  const fixed = changeCell(changeCell(sheet, { line: 3, field: 'performance_order', text: '2' }), {
    line: 7,
    field: 'planned_time',
    text: '9:06 AM',
  });
  expect(writeSheet(fixed).split('\r\n')).toEqual([
    '#,Gym,Time',
    '1,Bayline,9:00',
    '2,"Oops, ""two""",9:03',
    '',
    '',
    '',
    '3,Harbor,9:06 AM',
    '4,Harbor,9:20',
    '',
  ]);
});

test('a missing time is asked for between its neighbors', () => {
  const [missing, ...others] = findMissingTimes(lines, sheet);
  expect([missing?.line, others]).toEqual([7, []]);
  expect(suggestTime(lines, { line: 7, stage: '', timeZone: CHICAGO })).toMatchObject({
    before: { line: 2 },
    after: { line: 8 },
    date: '2026-11-15',
    time: '09:10',
  });
  expect(suggestTime(lines, { line: 9, stage: '', timeZone: CHICAGO }).time).toBe('09:23');
  expect(suggestTime(lines, { line: 9, stage: 'B', timeZone: CHICAGO })).toMatchObject({ time: '' });
});

test.each([
  ['00:05', '12:05 AM'],
  ['09:10', '9:10 AM'],
  ['12:00', '12:00 PM'],
  ['13:05', '1:05 PM'],
])('%s is written as %s', (time, text) => {
  expect(twelveHours(time)).toBe(text);
});

test('accents survive both UTF-8 and windows-1252', async () => {
  expect(await readCsvFile(new Blob(['Éclair']))).toBe('Éclair');
  expect(await readCsvFile(new Blob([new Uint8Array([0xc9, 0x63])]))).toBe('Éc');
});
