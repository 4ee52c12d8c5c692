import { expect, test } from 'vitest';
import { doneMessage, progressMessage } from './album-bulk-bar.tsx';

const BATCH = {
  key: '',
  action: 'publish',
  total: 1,
  changed: 0,
  unchanged: 0,
  refused: [],
  is_finished: true,
} as const;

test('the message of a change counts what changed, what did not and what was not found', () => {
  expect(doneMessage({ ...BATCH, refused: [], changed: 1_200 })).toBe('Published 1,200 albums');
  expect(doneMessage({ ...BATCH, refused: [], changed: 1, unchanged: 1 })).toBe(
    'Published 1 album. 1 did not change',
  );
  expect(doneMessage({ ...BATCH, changed: 0, refused: [{ id: 3, reason: 'Not found' }] })).toBe(
    'Nothing to change. 1 not found',
  );
});

test('the progress of a long change is shown in albums', () => {
  expect(progressMessage('unpublish', 1_500, 37_500)).toBe('Unpublishing: 1,500 of 37,500');
});
