// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import { renderAt } from '#web/testing/render-at.tsx';
import { UploadReportCard } from './upload-report-card.tsx';
import { IDLE, type QueuedFile } from './upload-state.ts';
import { uploads } from './uploads.ts';

beforeEach(() => {
  giveElementsASize();
  vi.stubGlobal('scrollTo', () => {});
});

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

const counts = { received: 0, filed: 0, unsorted: 0, clock: 0, duplicate: 0, failed: 0 };

async function show(files: QueuedFile[], changes: Partial<typeof counts>, address = '/report') {
  const batch = { counts: { ...counts, ...changes }, problems: [] } as unknown as IngestBatch;
  const router = await renderAt(
    address,
    <UploadReportCard upload={{ ...IDLE, phase: 'done', files, batch }} queue={uploads} canReview />,
  );
  await screen.findByRole('region', { name: 'Upload report' });
  return router;
}

const listed = () => screen.getAllByRole('listitem').map((item) => item.textContent);

test('an upload is complete when every file was filed', async () => {
  await show([file('a.jpg', 'sent'), file('b.jpg', 'sent')], { filed: 1, duplicate: 1 });
  expect(screen.getByRole('heading', { name: 'Completed' })).toBeTruthy();
  expect(screen.getByText('already uploaded')).toBeTruthy();
});

test.each([
  ['a file that never arrived', [file('a.jpg', 'failed', 'The connection was lost.')], {}],
  ['a file the server refused', [file('a.jpg', 'sent')], { failed: 1 }],
  ['a refused file beside an unsorted photo', [file('a.jpg', 'sent')], { failed: 1, unsorted: 1 }],
  ['a canceled file', [file('a.jpg', 'canceled')], {}],
])('%s means it finished with problems', async (_what, files, changes) => {
  await show(files, changes);
  expect(screen.getByRole('heading', { name: 'Finished with problems' })).toBeTruthy();
  expect(screen.queryByText('Completed')).toBeNull();
});

test.each([
  [1, 'Finished: 1 photo needs sorting'],
  [3, 'Finished: 3 photos need sorting'],
])('%i unsorted photos alone are work and no problem', async (unsorted, title) => {
  await show([file('a.jpg', 'sent')], { unsorted });
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
});

test('files that could not be uploaded can be tried again', async () => {
  await show([file('a.jpg', 'failed', 'The connection was lost.')], {});
  expect(screen.getByRole('button', { name: 'Retry 1 failed photo' })).toBeTruthy();
});

test('the result filter is kept in the address', async () => {
  const router = await show([file('a.jpg', 'sent'), file('b.jpg', 'failed'), file('c.jpg', 'canceled')], {});
  expect(listed()).toHaveLength(3);
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
  fireEvent.click(await screen.findByRole('radio', { name: /^Not uploaded/ }));
  await expect.poll(listed).toHaveLength(1);
  expect(listed()[0]).toContain('b.jpg');
  expect(router.state.location.search).toEqual({ file_result: 'not_sent' });
});

test('an unknown result in the address lists all files', async () => {
  await show([file('a.jpg', 'sent'), file('b.jpg', 'failed')], {}, '/report?file_result=nonsense');
  expect(listed()).toHaveLength(2);
});

test.each(['Retry 1 failed photo', 'Upload more'])('"%s" clears the result filter', async (name) => {
  const router = await show(
    [file('a.jpg', 'sent'), file('b.jpg', 'failed')],
    {},
    '/report?file_result=not_sent',
  );
  expect(listed()).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name }));
  await expect.poll(() => router.state.location.search).toEqual({});
});
