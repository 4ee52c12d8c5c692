// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CHUNK_FAILED, withChunkTimeout } from './lazy-part.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a chunk that has not come after 120 seconds fails', async () => {
  const loaded = vi.fn();
  const failed = vi.fn();
  withChunkTimeout(() => new Promise(() => {}))().then(loaded, failed);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: CHUNK_FAILED }));
  expect(loaded).not.toHaveBeenCalled();
});

test('a chunk that comes in time is handed on, one that breaks is named', async () => {
  await expect(withChunkTimeout(async () => 'page')()).resolves.toBe('page');
  const broken = withChunkTimeout(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(broken()).rejects.toThrow(CHUNK_FAILED);
});
