import { expect, test } from 'vitest';
import { countChanges, mergeLines, readCsvFile } from './running-order.ts';

const row = (line: number, action: 'create' | 'update' | 'unchanged') => ({
  line,
  action,
  performance_order: line,
  program_name: 'Bayline Cheer',
  team_name: 'Tidal',
  division_name: '',
  planned_at: '2026-11-15T09:00:00.000Z',
});

test('errors are shown at their lines, with the text of the file', () => {
  const csv = 'order,program\r\n1,Bayline\r\nx,Oops\r\n3,Harbor';
  const answer = {
    rows: [row(2, 'create'), row(4, 'unchanged')],
    errors: [{ line: 3, message: 'Not a number' }],
    written: false,
  };
  expect(mergeLines(answer, csv).map(({ line, raw, errors }) => [line, raw, errors])).toEqual([
    [2, '1,Bayline', []],
    [3, 'x,Oops', ['Not a number']],
    [4, '3,Harbor', []],
  ]);
  expect(countChanges(answer)).toBe(1);
});

test('accents survive both UTF-8 and windows-1252', async () => {
  expect(await readCsvFile(new Blob(['Éclair']))).toBe('Éclair');
  expect(await readCsvFile(new Blob([new Uint8Array([0xc9, 0x63])]))).toBe('Éc');
});
