import { expect, test } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

test.each([
  ['plain.jpg', 'plain.jpg'],
  ['a,b.jpg', '"a,b.jpg"'],
  ['say "hi".jpg', '"say ""hi"".jpg"'],
  ['two\nlines', '"two\nlines"'],
  ['=cmd()', "'=cmd()"],
  ['-1+1', "'-1+1"],
  ["'=as it was", "''=as it was"],
  ["'n Sync", "'n Sync"],
  ['@sum,1', '"\'@sum,1"'],
  ['＝1+1', "'＝1+1"],
  ['\n=1+1', '"\'\n=1+1"'],
  [12, '12'],
])('%j is written %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test('a negative amount is a number and stays one', () => {
  expect(csvLine([-19.95, '-27.90'])).toBe('-19.95,-27.90\r\n');
});
