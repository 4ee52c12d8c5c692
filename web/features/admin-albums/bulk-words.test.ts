import { expect, test } from 'vitest';
import { doneWords, progressWords } from './bulk-words.ts';

const BATCH = {
  key: '',
  action: 'publish',
  total: 1,
  changed: 0,
  unchanged: 0,
  failed: [],
  is_finished: true,
} as const;

test('a change says what it did and what it left', () => {
  expect(doneWords({ ...BATCH, failed: [], changed: 1_200 })).toBe('Published 1,200 albums');
  expect(doneWords({ ...BATCH, failed: [], changed: 1, unchanged: 1 })).toBe(
    'Published 1 album. 1 stays as before',
  );
  expect(doneWords({ ...BATCH, changed: 0, failed: [{ album: 3, reason: 'not_found' }] })).toBe(
    'Nothing to change. 1 could not be found',
  );
});

test('a long change says how far it is', () => {
  expect(progressWords('unpublish', 1_500, 37_500)).toBe('Unpublishing: 1,500 of 37,500');
});
