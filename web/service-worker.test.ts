import { expect, test, vi } from 'vitest';
import { runServiceWorker } from './testing/run-service-worker.ts';

const THUMBS = 'encore-thumbs-1';
const thumb = (id: number) => `/api/images/album/${id}.thumb?auth=token`;

test('a thumbnail is kept without its token', async () => {
  const worker = runServiceWorker();
  const opening = worker.open(thumb(1));
  await vi.waitFor(() => expect(worker.asked).toHaveLength(1));
  worker.asked[0]?.answer();
  await opening;
  expect(worker.cachedIn(THUMBS)).toEqual(['https://encore.test/api/images/album/1.thumb']);
});

test('a thumbnail that comes after the log-out is shown, but not kept', async () => {
  const worker = runServiceWorker();
  const opening = worker.open(thumb(1));
  await vi.waitFor(() => expect(worker.asked).toHaveLength(1));
  await worker.tell({ kind: 'log-out' });
  worker.asked[0]?.answer();
  expect(await opening).toMatchObject([{ status: 200 }]);
  expect(worker.cachedIn(THUMBS)).toEqual([]);
});

test('keeping what a page had loaded ends with the log-out', async () => {
  const worker = runServiceWorker();
  const addresses = [1, 2, 3].map((id) => `https://encore.test${thumb(id)}`);
  const keeping = worker.tell({ kind: 'loaded', addresses });
  await vi.waitFor(() => expect(worker.asked).toHaveLength(1));
  await worker.tell({ kind: 'log-out' });
  worker.asked[0]?.answer();
  await keeping;
  expect(worker.asked).toHaveLength(1);
  expect(worker.cachedIn(THUMBS)).toEqual([]);
});
