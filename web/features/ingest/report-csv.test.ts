import { expect, test } from 'vitest';
import { csvCell, reportCsv } from './report-csv.ts';

test.each([
  ['plain.jpg', 'plain.jpg'],
  ['a,b.jpg', '"a,b.jpg"'],
  ['say "hi".jpg', '"say ""hi"".jpg"'],
  ['two\nlines', '"two\nlines"'],
  ['=cmd()', "'=cmd()"],
  ['-1+1', "'-1+1"],
  ['@sum,1', '"\'@sum,1"'],
  [12, '12'],
])('%j is written %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test('every file is a row with its result and reason', () => {
  const csv = reportCsv([
    { path: 'card/IMG_1.jpg', sizeBytes: 12, outcome: 'filed', reason: null },
    { path: 'card/IMG_2.jpg', sizeBytes: 0, outcome: 'not_sent', reason: 'The file is empty.' },
  ]);
  expect(csv).toBe(
    'file,bytes,result,reason\r\ncard/IMG_1.jpg,12,Filed,\r\ncard/IMG_2.jpg,0,Not uploaded,The file is empty.\r\n',
  );
});
