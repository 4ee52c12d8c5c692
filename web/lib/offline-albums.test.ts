// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildFoundAlbum, buildImage } from '#web/testing/demo-albums.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { forgetOfflineAlbums } from './offline.ts';
import {
  dropOfflineExcept,
  dropOfflinePhotos,
  keepAlbum,
  removeOfflineAlbum,
  useOfflineAlbum,
} from './offline-albums.ts';
import { openSession } from './session.ts';

const found = buildFoundAlbum(3, { owned: true });
const images = [buildImage(11), buildImage(12)];
const kept = () => renderHook(() => useOfflineAlbum(3)).result.current;
const keeping = () => ({ token: 't', signal: new AbortController().signal, onProgress: vi.fn() });
let stored = new Map<string, Response>();

beforeEach(() => {
  stored = new Map();
  const cache = {
    put: async (path: string, answer: Response) => void stored.set(path, answer),
    delete: async (path: string) => stored.delete(path),
  };
  vi.stubGlobal('caches', { open: async () => cache, delete: async () => stored.clear() });
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response('12345')),
  );
  openSession({ jwt: 'token-1', user: buildUser() });
});
afterEach(async () => {
  forgetOfflineAlbums(buildUser().id);
});

test('an album is kept with its size, and removed again', async () => {
  const { onProgress, ...rest } = keeping();
  await keepAlbum({ found, images }, { ...rest, onProgress });
  expect(onProgress.mock.calls).toEqual([[1], [2]]);
  expect(kept()).toMatchObject({ sizeBytes: 20 });
  const viewer = buildUser().id.toString(36);
  expect([...stored.keys()]).toContain(`/api/images/${found.album.uuid}/12.preview?viewer=${viewer}`);
  expect([...stored.keys()].join()).not.toContain('auth');
  await removeOfflineAlbum(3);
  expect(kept()).toBeUndefined();
  expect(stored.size).toBe(0);
});

test('it goes when the right has ended, and a hidden photo goes by itself', async () => {
  await keepAlbum({ found, images }, keeping());
  await dropOfflinePhotos(3, [12]);
  expect(kept()?.images.map(({ id }) => id)).toEqual([12]);
  expect([...stored.keys()].join()).not.toContain('/11.');
  await dropOfflineExcept([3, 4]);
  expect(kept()).toBeTruthy();
  await dropOfflineExcept([4]);
  expect(kept()).toBeUndefined();
  expect(stored.size).toBe(0);
});

test('it goes at log-out', async () => {
  await keepAlbum({ found, images }, keeping());
  forgetOfflineAlbums(buildUser().id);
  expect(kept()).toBeUndefined();
  await expect.poll(() => stored.size).toBe(0);
});

test('an album that cannot be kept whole is not kept at all', async () => {
  vi.mocked(fetch)
    .mockResolvedValueOnce(new Response('1'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(keepAlbum({ found, images }, keeping())).rejects.toThrow();
  expect(kept()).toBeUndefined();
  expect(stored.size).toBe(0);
});
