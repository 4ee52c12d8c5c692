import { expect, test } from 'vitest';
import { csvHeading, csvRow } from '#contract/lists/csv.ts';
import { type UploadFile, type UploadResult, uploadFileList } from '#contract/lists/ingest.ts';
import { defaultSortOf } from '#contract/lists/list.ts';
import { sortRows } from '#web/lib/lists/list-rows.ts';

const file = (path: string, result: UploadResult, reason: string | null = null): UploadFile => ({
  path,
  sizeBytes: 12,
  sentBytes: 12,
  result,
  reason,
});

test('the CSV file has one row per file with its result and reason', () => {
  expect(csvHeading(uploadFileList.columns)).toBe('file,bytes,result,reason\r\n');
  expect(csvRow(uploadFileList.columns, file('card/IMG_1.jpg', 'filed'))).toBe(
    'card/IMG_1.jpg,12,Filed,\r\n',
  );
  expect(csvRow(uploadFileList.columns, file('card/IMG_2.jpg', 'not_sent', 'The file is empty.'))).toBe(
    'card/IMG_2.jpg,12,Not uploaded,The file is empty.\r\n',
  );
});

test('files that need attention come first', () => {
  const results: UploadResult[] = ['filed', 'waiting', 'unsorted', 'sent', 'not_sent', 'sending'];
  const sorted = sortRows(
    uploadFileList,
    results.map((result) => file(result, result)),
    defaultSortOf(uploadFileList),
  );
  expect(sorted.map(({ result }) => result)).toEqual([
    'sending',
    'not_sent',
    'unsorted',
    'waiting',
    'sent',
    'filed',
  ]);
});
