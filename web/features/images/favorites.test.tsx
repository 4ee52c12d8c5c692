// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { toggleFavorite, useFavorites } from './favorites.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

test('a heart is kept in the browser under its user, and taken back', () => {
  const mine = renderHook(() => useFavorites(7));
  const theirs = renderHook(() => useFavorites(8));
  act(() => toggleFavorite(7, 11));
  expect([...mine.result.current]).toEqual([11]);
  expect([...theirs.result.current]).toEqual([]);
  expect(localStorage.getItem('FAVOURITES:7')).toBe('[11]');
  act(() => toggleFavorite(7, 11));
  expect([...mine.result.current]).toEqual([]);
});
