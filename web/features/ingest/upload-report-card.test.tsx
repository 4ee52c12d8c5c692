// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import { UploadReportCard } from './upload-report-card.tsx';
import { IDLE, type QueuedFile } from './upload-state.ts';

vi.mock('@tanstack/react-router', () => ({ Link: (props: object) => <a href="/tray" {...props} /> }));

afterEach(cleanup);

const file = (name: string, state: QueuedFile['state'], reason: string | null = null): QueuedFile => ({
  key: name,
  name,
  path: name,
  sizeBytes: 10,
  sentBytes: 10,
  state,
  reason,
  canRetry: true,
});

const counts = { received: 0, filed: 0, doubtful: 0, clock: 0, duplicate: 0, failed: 0 };

function show(files: QueuedFile[], changes: Partial<typeof counts>) {
  const batch = { counts: { ...counts, ...changes }, problems: [] } as unknown as IngestBatch;
  render(<UploadReportCard upload={{ ...IDLE, phase: 'done', files, batch }} />);
}

test('an upload whose every file was filed is completed', () => {
  show([file('a.jpg', 'sent'), file('b.jpg', 'sent')], { filed: 1, duplicate: 1 });
  expect(screen.getByRole('heading', { name: 'Completed' })).toBeTruthy();
  expect(screen.getByText('already here')).toBeTruthy();
});

test.each([
  ['a file that never arrived', [file('a.jpg', 'failed', 'The connection broke off.')], {}],
  ['a file the server refused', [file('a.jpg', 'sent')], { failed: 1 }],
  ['a doubtful frame', [file('a.jpg', 'sent')], { doubtful: 1 }],
  ['a cancelled file', [file('a.jpg', 'cancelled')], {}],
])('%s means it finished with problems', (_what, files, changes) => {
  show(files, changes);
  expect(screen.getByRole('heading', { name: 'Finished with problems' })).toBeTruthy();
  expect(screen.queryByText('Completed')).toBeNull();
});

test('files that could not be uploaded can be tried again', () => {
  show([file('a.jpg', 'failed', 'The connection broke off.')], {});
  expect(screen.getByRole('button', { name: 'Retry 1 failed photo' })).toBeTruthy();
});
