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

const found = { id: 1, title: 'New photos from the Classic', body: 'Tap to see them.', tag: 'athletes-1' };

test('a push is shown once; the same again makes no sound, a newer one does', async () => {
  const worker = runServiceWorker();
  await worker.push({ ...found, path: '/MyAthlete' });
  expect(worker.shown).toMatchObject([{ title: found.title, renotify: true }]);
  expect(worker.shown[0]).not.toHaveProperty('image');
  await worker.push({ ...found, path: '/MyAthlete' });
  expect(worker.shown).toMatchObject([{ renotify: false }]);
  await worker.push({ ...found, id: 2, path: '/MyAthlete', image: 'https://encore.test/thumb' });
  expect(worker.shown).toMatchObject([{ renotify: true, image: 'https://encore.test/thumb' }]);
});

test.each([
  [[], '/MyAthlete?athlete=3', ['new https://encore.test/MyAthlete?athlete=3']],
  [['tab'], '/MyAthlete?athlete=3', ['focus tab', 'tab https://encore.test/MyAthlete?athlete=3']],
  [['not ours'], '/MyAthlete', ['focus not ours', 'new https://encore.test/MyAthlete']],
  [[], '//evil.test/', ['new https://encore.test/']],
])('one tap with windows %j on %s goes there', async (windows, path, opened) => {
  const worker = runServiceWorker();
  worker.windows.push(...windows);
  await worker.push({ ...found, path });
  await worker.click(worker.shown[0]);
  expect(worker.opened).toEqual(opened);
  expect(worker.shown).toEqual([]);
});

test('a log-out ends the subscription and takes notifications off the screen', async () => {
  const worker = runServiceWorker();
  await worker.push({ ...found, path: '/' });
  await worker.tell({ kind: 'log-out' });
  expect(worker.opened).toEqual(['unsubscribe']);
  expect(worker.shown).toEqual([]);
});
