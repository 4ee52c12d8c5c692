import { describe, expect, test } from 'vitest';
import { type Columns, nextSort, readSort, sortRows, sortText } from './list-sort.ts';

type Row = { name: string; net: number };
const COLUMNS: Columns<Row, 'name' | 'net'> = {
  name: { label: 'Name', of: (row) => row.name },
  net: { label: 'Net', of: (row) => row.net, beginsDown: true },
};
const USUAL = { column: 'name', isDown: false } as const;
const ROWS: Row[] = [
  { name: 'Waves', net: 5 },
  { name: 'anchors', net: -5 },
  { name: 'Team 10', net: 5 },
  { name: 'Team 9', net: 0 },
];
const names = (text: string) =>
  sortRows(ROWS, COLUMNS, readSort(COLUMNS, text, USUAL)).map((row) => row.name);

describe('a list', () => {
  test.each([
    ['name', ['anchors', 'Team 9', 'Team 10', 'Waves']],
    ['-name', ['Waves', 'Team 10', 'Team 9', 'anchors']],
    ['net', ['anchors', 'Team 9', 'Waves', 'Team 10']],
    ['-net', ['Waves', 'Team 10', 'Team 9', 'anchors']],
  ])('sorted by %s is %j, equals as they came', (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  test.each([undefined, '', '-', 'toString', '-constructor', 'nonsense'])(
    'is sorted as usual where the address says %j',
    (text) => {
      expect(readSort(COLUMNS, text, USUAL)).toEqual(USUAL);
    },
  );

  test('turns round in the same column and begins another as it begins', () => {
    expect(nextSort(COLUMNS, USUAL, 'name')).toEqual({ column: 'name', isDown: true });
    expect(nextSort(COLUMNS, USUAL, 'net')).toEqual({ column: 'net', isDown: true });
    expect(sortText({ column: 'net', isDown: true })).toBe('-net');
  });
});
