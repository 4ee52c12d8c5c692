// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { toggleFavourite, useFavourites } from './favourites.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

test('a heart is kept in the browser under its user, and taken back', () => {
  const mine = renderHook(() => useFavourites(7));
  const theirs = renderHook(() => useFavourites(8));
  act(() => toggleFavourite(7, 11));
  expect([...mine.result.current]).toEqual([11]);
  expect([...theirs.result.current]).toEqual([]);
  expect(localStorage.getItem('FAVOURITES:7')).toBe('[11]');
  act(() => toggleFavourite(7, 11));
  expect([...mine.result.current]).toEqual([]);
});
