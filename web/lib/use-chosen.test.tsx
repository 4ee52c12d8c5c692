// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useChosen } from './use-chosen.ts';

const LISTED = [5, 3, 9, 1, 7];
afterEach(cleanup);

function choose(most = 10) {
  const { result } = renderHook(() => useChosen(most));
  return {
    touch: (id: number, isStretching = false) => act(() => result.current.touch(id, LISTED, isStretching)),
    all: () => act(() => result.current.choose(LISTED)),
    clear: () => act(() => result.current.clear()),
    ids: () => result.current.ids.toSorted(),
  };
}

test('a touch chooses a row and another lets it go', () => {
  const { touch, ids } = choose();
  touch(3);
  touch(1);
  expect(ids()).toEqual([1, 3]);
  touch(3);
  expect(ids()).toEqual([1]);
});

test.each([
  ['downwards', 3, 1],
  ['upwards', 1, 3],
])('with Shift everything between is chosen as it is listed, %s', (_, from, to) => {
  const { touch, ids } = choose();
  touch(from);
  touch(to, true);
  expect(ids()).toEqual([1, 3, 9]);
});

test('Shift without a row touched before chooses that row alone', () => {
  const { touch, ids } = choose();
  touch(9, true);
  expect(ids()).toEqual([9]);
});

test('no more are chosen than one call takes, and all can be let go', () => {
  const { touch, all, clear, ids } = choose(2);
  all();
  expect(ids()).toEqual([3, 5]);
  touch(7);
  expect(ids()).toEqual([3, 5]);
  touch(1, true);
  expect(ids()).toHaveLength(2);
  clear();
  expect(ids()).toEqual([]);
});
