// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { favoriteEndpoints } from '#contract/endpoints/found-albums.ts';
import { openSession } from '#web/lib/session.ts';
import { answer, answerCalls, bodiesSentTo, NETWORK_ERROR } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { syncFavorites, toggleFavorite, useFavorites, writeFavorites } from './favorites.ts';

const ALBUM = '5b0d1c8e-1f8f-4e0c-9f43-0d8c8d8f3a11';
let userId = 700;

/** An account on the server that takes every photo below 900, and one device of its owner. */
function openDevice(account: Set<number>) {
  userId += 1;
  const state = { isOffline: false };
  const fetches = answerCalls(
    answer(favoriteEndpoints.changeFavorites, ({ body }) => {
      if (state.isOffline) return NETWORK_ERROR;
      for (const id of body.remove ?? []) account.delete(id);
      const add = body.add ?? [];
      for (const id of add) if (id < 900) account.add(id);
      return {
        albums: [{ album: ALBUM, images: [...account] }],
        refused: add.filter((id) => id >= 900),
        left_out: [],
      };
    }),
  );
  const user = buildUser({ id: userId });
  openSession({ jwt: 'token', user });
  return {
    state,
    fetches,
    id: userId,
    marked: () => [...(JSON.parse(localStorage.getItem(`FAVOURITES:${user.id}`) ?? '[]') as number[])].sort(),
    sent: () => bodiesSentTo(fetches, favoriteEndpoints.changeFavorites),
  };
}

test('a heart is shown at once under its user, and taken back', () => {
  const mine = renderHook(() => useFavorites(7));
  const theirs = renderHook(() => useFavorites(8));
  act(() => toggleFavorite(7, 11));
  expect([...mine.result.current]).toEqual([11]);
  expect([...theirs.result.current]).toEqual([]);
  expect(localStorage.getItem('FAVOURITES:7')).toBe('[11]');
  act(() => toggleFavorite(7, 11));
  expect([...mine.result.current]).toEqual([]);
});

test('the list of this browser and the account are merged once, without loss and duplicates', async () => {
  const account = new Set([2, 3]);
  const device = openDevice(account);
  writeFavorites(device.id, new Set([1, 2]));
  await syncFavorites(device.id);
  expect(device.marked()).toEqual([1, 2, 3]);
  expect([...account].sort()).toEqual([1, 2, 3]);
  await syncFavorites(device.id);
  expect(device.sent().map(({ add }) => add)).toEqual([[1, 2], []]);
});

test('a favorite that was removed on another device goes here too, and one removed here goes there', async () => {
  const account = new Set([1, 2, 3]);
  const device = openDevice(account);
  await syncFavorites(device.id);
  account.delete(1);
  act(() => toggleFavorite(device.id, 2));
  await syncFavorites(device.id);
  expect(device.marked()).toEqual([3]);
  expect([...account]).toEqual([3]);
});

test('what was marked offline is sent later, and a photo that the server refuses stays marked here', async () => {
  const account = new Set<number>();
  const device = openDevice(account);
  device.state.isOffline = true;
  act(() => toggleFavorite(device.id, 5));
  act(() => toggleFavorite(device.id, 901));
  await syncFavorites(device.id);
  expect(device.marked()).toEqual([5, 901]);
  device.state.isOffline = false;
  await syncFavorites(device.id);
  await syncFavorites(device.id);
  expect([...account]).toEqual([5]);
  expect(device.marked()).toEqual([5, 901]);
  expect(device.sent().at(-1)).toEqual({ add: [], remove: [] });
});

test('a long list is sent in parts', async () => {
  const account = new Set<number>();
  const device = openDevice(account);
  writeFavorites(device.id, new Set(Array.from({ length: 801 }, (_, i) => i)));
  await syncFavorites(device.id);
  expect(device.sent().map(({ add }) => add?.length)).toEqual([500, 301]);
  expect(account.size).toBe(801);
});
