import { expect, test } from 'vitest';
import { reportCsv } from './report-csv.ts';

test('every file is a row with its result and reason', () => {
  const csv = reportCsv([
    { path: 'card/IMG_1.jpg', sizeBytes: 12, outcome: 'filed', reason: null },
    { path: 'card/IMG_2.jpg', sizeBytes: 0, outcome: 'not_sent', reason: 'The file is empty.' },
  ]);
  expect(csv).toBe(
    'file,bytes,result,reason\r\ncard/IMG_1.jpg,12,Filed,\r\ncard/IMG_2.jpg,0,Not uploaded,The file is empty.\r\n',
  );
});
